using System.IO.Pipelines;
using Bridge.Api.Server.Limits;
using Bridge.Api.Tests.Server.Hosting;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Connections.Features;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Options;

namespace Bridge.Api.Tests.Server.Limits;

/// <summary>A connection whose buffers are counted, with a pipe instead of a socket.</summary>
internal sealed class CountedConnection : IDuplexPipe, IAsyncDisposable
{
    private readonly ConnectionContext _connection = new DefaultConnectionContext();
    private readonly Pipe _received = new(new PipeOptions(pauseWriterThreshold: 0, useSynchronizationContext: false));

    /// <param name="budget">The budget that it shares with other connections.</param>
    /// <param name="tokens">Whether clients need a token.</param>
    public CountedConnection(BufferBudget budget, bool tokens = false)
    {
        _connection.Transport = this;
        new RequestBuffers(budget, tokens, Time).Before(_ => Task.CompletedTask, tls: false)(_connection);
    }

    public FakeTime Time { get; } = new();

    public PipeReader Input => _received.Reader;

    public PipeWriter Output { get; } = new Pipe().Writer;

    /// <summary>Gets the transport as HTTP sees it.</summary>
    public CountedInput Counted => (CountedInput)_connection.Transport;

    /// <summary>Receives <paramref name="text"/>, and as many zero bytes after it as <paramref name="more"/> says.</summary>
    public async Task ReceiveAsync(string text, int more = 0)
    {
        await _received.Writer.WriteAsync(System.Text.Encoding.ASCII.GetBytes(text));
        await _received.Writer.WriteAsync(new byte[more]);
    }

    /// <summary>Reads as Kestrel does while the head is unfinished.</summary>
    /// <returns>The number of bytes read.</returns>
    public async Task<long> ReadUnfinishedAsync()
    {
        var read = await Counted.ReadAsync();
        Counted.AdvanceTo(read.Buffer.Start, read.Buffer.End);
        return read.Buffer.Length;
    }

    /// <summary>Ends the connection.</summary>
    public void Close() => _connection.Abort();

    public ValueTask DisposeAsync() => _connection.DisposeAsync();

    /// <summary>Makes <paramref name="context"/> a request on this connection.</summary>
    public void Carry(HttpContext context) => context.Features.Set((IConnectionTransportFeature)_connection);
}
