using System.Buffers;
using System.Globalization;
using System.IO.Pipelines;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Connections.Features;
using Microsoft.AspNetCore.Http.Features;

namespace Bridge.LoadBench.Hook.InMemory;

/// <summary>A client and its connection, which is two pipes in this process.</summary>
internal sealed class MemoryClient : ConnectionContext
{
    private static readonly byte[] Request = "GET /mgbaendpoint?message=hello HTTP/1.1\r\nHost: localhost\r\n\r\n"u8.ToArray();

    // Requests from the client to Kestrel, and responses back.
    private readonly Pipe _asked;
    private readonly Pipe _answered;
    private readonly CancellationTokenSource _closed = new();

    public MemoryClient(int number, PipeOptions options, IMemoryPoolFeature pool)
    {
        Features.Set(pool);
        (_asked, _answered) = (new Pipe(options), new Pipe(options));
        Transport = new BothWays(_asked.Reader, _answered.Writer);
        ConnectionId = number.ToString(CultureInfo.InvariantCulture);
        ConnectionClosed = _closed.Token;
    }

    public override IDuplexPipe Transport { get; set; }

    public override string ConnectionId { get; set; }

    public override IFeatureCollection Features { get; } = new FeatureCollection();

    public override IDictionary<object, object?> Items { get; set; } = new ConnectionItems();

    /// <summary>Sends a request and reads the response.</summary>
    /// <returns>Whether the response was a success.</returns>
    public async Task<bool> AskAsync()
    {
        await _asked.Writer.WriteAsync(Request);
        while (true)
        {
            var read = await _answered.Reader.ReadAsync();
            var (isWhole, isGood) = Parse(read.Buffer);
            _answered.Reader.AdvanceTo(isWhole ? read.Buffer.End : read.Buffer.Start, read.Buffer.End);
            if (isWhole || read.IsCompleted)
                return isGood;
        }
    }

    public override void Abort(ConnectionAbortedException abortReason)
    {
        _asked.Writer.Complete(abortReason);
        _closed.Cancel();
    }

    public override ValueTask DisposeAsync()
    {
        _closed.Dispose();
        return base.DisposeAsync();
    }

    // A response that is too long for this parser counts as a whole one that is not good.
    private static (bool IsWhole, bool IsGood) Parse(ReadOnlySequence<byte> answer)
    {
        Span<byte> text = stackalloc byte[2048];
        if (answer.Length > text.Length)
            return (true, false);
        answer.CopyTo(text);
        text = text[..(int)answer.Length];
        var isGood = text.StartsWith("HTTP/1.1 200 "u8);
        // A refusal may come in chunks; the last chunk is empty.
        return (isGood ? text.EndsWith("\r\n\r\nhello"u8) : text.EndsWith("}"u8) || text.EndsWith("\r\n0\r\n\r\n"u8), isGood);
    }

    private sealed record BothWays(PipeReader Input, PipeWriter Output) : IDuplexPipe;
}
