using System.Buffers;
using System.IO.Pipelines;

namespace Bridge.Api.Features.Mcp;

/// <summary>A line of the client.</summary>
/// <param name="Bytes">Its bytes without the end of the line; of a line that is too long, the first of them.</param>
/// <param name="IsTooLong">Whether it has more than <see cref="McpSetup.MaxBodyBytes"/>.</param>
internal readonly record struct RelayLine(byte[] Bytes, bool IsTooLong);

/// <summary>Reads the client's lines, and keeps no more of one than a message may have.</summary>
internal static class RelayLines
{
    private static readonly StreamPipeReaderOptions Options = new(bufferSize: 64 * 1024);

    /// <summary>Returns the lines until the input ends or can't be read. The last one may lack its end.</summary>
    public static async IAsyncEnumerable<RelayLine> ReadAsync(Stream input)
    {
        var reader = PipeReader.Create(input, Options);
        var isRest = false; // whether the rest of a line that is too long follows
        while (await TryReadAsync(reader) is { } read)
        {
            var left = read.Buffer;
            while (left.PositionOf((byte)'\n') is { } end)
            {
                if (!isRest)
                    yield return LineOf(left.Slice(0, end));
                isRest = false;
                left = left.Slice(left.GetPosition(1, end));
            }

            if (!isRest && (left.Length > McpSetup.MaxBodyBytes || read.IsCompleted))
            {
                yield return LineOf(left);
                isRest = true;
            }

            reader.AdvanceTo(isRest ? left.End : left.Start, left.End);
            if (read.IsCompleted)
                yield break;
        }
    }

    private static RelayLine LineOf(in ReadOnlySequence<byte> line) => line.Length > McpSetup.MaxBodyBytes
        ? new RelayLine(line.Slice(0, McpSetup.MaxBodyBytes).ToArray(), IsTooLong: true)
        : new RelayLine(line.ToArray(), IsTooLong: false);

    private static async ValueTask<System.IO.Pipelines.ReadResult?> TryReadAsync(PipeReader reader)
    {
        try
        {
            return await reader.ReadAsync();
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
