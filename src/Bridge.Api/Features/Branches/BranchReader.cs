using System.Buffers;
using System.Globalization;
using System.IO.Pipelines;
using System.Text;
using Bridge.Api.Features.Conditions;
using Bridge.Api.Features.Screen;
using Bridge.SocketPool.Framing;
using Bridge.SocketPool.Model;

namespace Bridge.Api.Features.Branches;

/// <summary>
/// Reads what <c>mgba-host --branches</c> writes. Nothing is taken on trust, because a hostile ROM may have taken the program over.
/// </summary>
internal sealed class BranchReader(Stream stream) : IAsyncDisposable
{
    private const int MaxLine = 4096;

    // The picture of a Super Game Boy is the largest.
    private const int MaxWidth = 256, MaxHeight = 224, PixelBytes = 4;

    private readonly PipeReader _reader = PipeReader.Create(stream, new StreamPipeReaderOptions(bufferSize: 1 << 16));

    /// <summary>Reads the end of a branch.</summary>
    /// <param name="plan">The branch.</param>
    /// <param name="index">Its place in the program's request.</param>
    /// <param name="cancellationToken">Cancels it.</param>
    /// <exception cref="BranchRefusedException">The program can't run the request.</exception>
    /// <exception cref="InvalidDataException">The output is not in the form that the program writes.</exception>
    /// <exception cref="EndOfStreamException">The program has ended.</exception>
    public async Task<BranchEnd> ReadAsync(BranchPlan plan, int index, CancellationToken cancellationToken)
    {
        var end = await TakeAsync(cancellationToken) switch
        {
            ["branch", var number, var frames, var met] when Number(number, int.MaxValue) == index =>
                new BranchEnd(Number(frames, plan.MaxFrames), MetOf(met, plan.Wait is not null)),
            _ => throw Wrong(),
        };
        while (await TakeAsync(cancellationToken) is not ["end"] and var words)
            await AddAsync(end, plan, words, cancellationToken);
        var hasAllValues = end.Values.Count == (plan.Places?.Count ?? 0);
        var hasPictureIfAsked = (end.Picture is not null) == (plan.Form is not null);
        var hasStateIfAsked = (end.State is not null) == plan.IsKept;
        return hasAllValues && hasPictureIfAsked && hasStateIfAsked ? end : throw Wrong();
    }

    /// <summary>Reads the end of the response.</summary>
    /// <inheritdoc cref="ReadAsync"/>
    public async Task ReadDoneAsync(CancellationToken cancellationToken)
    {
        if (await TakeAsync(cancellationToken) is not ["done"])
            throw Wrong();
    }

    public ValueTask DisposeAsync() => _reader.CompleteAsync();

    private async Task AddAsync(BranchEnd end, BranchPlan plan, string[] words, CancellationToken cancellationToken)
    {
        switch (words)
        {
            case ["held", var condition, var frame] when end.Held.Count < (plan.Wait?.Lines.Count ?? 0):
                end.Held.Add(new ConditionHeld(
                    (int)Number(condition, plan.Wait!.Lines.Count - 1), Number(frame, plan.MaxFrames)));
                break;
            case ["hashes", .. var regions] when end.Hashes.Count == 0:
                end.Hashes.AddRange(regions.Select(HashOf));
                break;
            case ["bytes", .. var address, var size] when NextLength(end, plan) == Number(size, int.MaxValue) && address.Length < 2:
                uint? place = address is [var given] ? (uint)Number(given, uint.MaxValue) : null;
                end.Values.Add((await BytesAsync((int)Number(size, int.MaxValue), cancellationToken), place));
                break;
            case ["nowhere"] when NextLength(end, plan) is not null:
                end.Values.Add((null, null));
                break;
            case ["picture", var width, var height, var size] when plan.Form is not null && end.Picture is null:
                var picture = new PictureSize((int)Number(width, MaxWidth), (int)Number(height, MaxHeight));
                if (picture.Area == 0 || picture.Area * PixelBytes != Number(size, int.MaxValue))
                    throw Wrong();
                end.Picture = (picture, await BytesAsync(picture.Area * PixelBytes, cancellationToken));
                break;
            case ["state", var size] when plan.IsKept && end.State is null:
                end.State = await BytesAsync((int)Number(size, WireLimits.PayloadBytes), cancellationToken);
                break;
            default:
                throw Wrong();
        }
    }

    // Returns the bytes of the next value; null: all values have come.
    private static int? NextLength(BranchEnd end, BranchPlan plan) =>
        end.Values.Count < (plan.Places?.Count ?? 0) ? plan.Places![end.Values.Count].Length : null;

    private static RegionHashed HashOf(string text) =>
        text.Split('=') is [{ Length: > 0 and <= 8 } region, { Length: 16 } hash]
        && region.All(char.IsAsciiLetterLower) && hash.All(char.IsAsciiHexDigitLower)
            ? new RegionHashed(region, hash)
            : throw Wrong();

    private static bool? MetOf(string text, bool hasWait) => (text, hasWait) switch
    {
        ("-", false) => null,
        ("0", true) => false,
        ("1", true) => true,
        _ => throw Wrong(),
    };

    private async ValueTask<string[]> TakeAsync(CancellationToken cancellationToken)
    {
        var line = await LineAsync(cancellationToken);
        return line is ["error", .. var words] ? throw new BranchRefusedException(ForeignText.Clean(string.Join(' ', words))) : line;
    }

    private async ValueTask<string[]> LineAsync(CancellationToken cancellationToken)
    {
        while (true)
        {
            var read = await _reader.ReadAsync(cancellationToken);
            if (read.Buffer.PositionOf((byte)'\n') is { } end)
            {
                var line = read.Buffer.Slice(0, end);
                if (line.Length > MaxLine)
                    throw Wrong();
                var text = Encoding.UTF8.GetString(line);
                _reader.AdvanceTo(read.Buffer.GetPosition(1, end));
                return text.Split(' ');
            }

            if (read.Buffer.Length > MaxLine)
                throw Wrong();
            _reader.AdvanceTo(read.Buffer.Start, read.Buffer.End);
            if (read.IsCompleted)
                throw read.Buffer.IsEmpty ? new EndOfStreamException() : Wrong();
        }
    }

    // Reads bytes and the line feed after them.
    private async ValueTask<ReadOnlyMemory<byte>> BytesAsync(int count, CancellationToken cancellationToken)
    {
        var bytes = new byte[count];
        var read = await _reader.ReadAtLeastAsync(count + 1, cancellationToken);
        if (read.Buffer.Length <= count)
            throw new EndOfStreamException();
        read.Buffer.Slice(0, count).CopyTo(bytes);
        if (read.Buffer.Slice(count, 1).FirstSpan[0] != '\n')
            throw Wrong();
        _reader.AdvanceTo(read.Buffer.GetPosition(count + 1));
        return bytes;
    }

    private static long Number(string text, long max) =>
        long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) && number <= max ? number : throw Wrong();

    private static InvalidDataException Wrong() => new("The emulator's branches are not in the form that the bridge expects.");
}

/// <summary>The program can't run a request; the message says why.</summary>
internal sealed class BranchRefusedException(string message) : Exception(message);
