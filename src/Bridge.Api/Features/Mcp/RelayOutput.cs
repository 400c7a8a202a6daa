namespace Bridge.Api.Features.Mcp;

/// <summary>Writes messages to the client, one a line.</summary>
internal sealed class RelayOutput(Stream output, TimeProvider time) : IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    private readonly SemaphoreSlim _writing = new(1);
    private bool _isGone;

    /// <summary>Writes a message. Writes nothing once the client has not read for a minute, or has closed the stream.</summary>
    /// <param name="message">The message, without the end of a line.</param>
    public async Task WriteAsync(ReadOnlyMemory<byte> message)
    {
        await _writing.WaitAsync();
        try
        {
            if (_isGone)
                return;
            byte[] line = [.. message.Span, (byte)'\n'];
            await output.WriteAsync(line).AsTask().WaitAsync(Patience, time);
            await output.FlushAsync();
        }
        catch (Exception exception) when (exception is IOException or TimeoutException)
        {
            _isGone = true;
        }
        finally
        {
            _writing.Release();
        }
    }

    public void Dispose() => _writing.Dispose();
}
