using System.Text.Json;

namespace Bridge.Api.Fleet.Etcd;

/// <summary>The stream of changes that a member of etcd sends.</summary>
/// <param name="member">The member that sends it.</param>
/// <param name="response">The response, which never ends. OWNED BY THIS.</param>
/// <param name="lines">Its lines. OWNED BY THIS.</param>
internal sealed class EtcdWatch(Uri member, HttpResponseMessage response, EtcdLines lines) : IAsyncDisposable
{
    public Uri Member => member;

    /// <summary>Waits for the next result.</summary>
    /// <exception cref="EtcdException">The watch has ended. All keys have to be read again.</exception>
    public async Task<WatchResult> NextAsync(CancellationToken cancellationToken)
    {
        WatchLine? line;
        try
        {
            line = await lines.ReadAsync(cancellationToken) is { } bytes
                ? JsonSerializer.Deserialize(bytes, EtcdJson.Context.WatchLine)
                : throw new EtcdException($"The watch at {member} has ended.");
        }
        catch (Exception exception) when (exception is HttpRequestException or IOException or JsonException)
        {
            throw new EtcdException($"The watch at {member} has failed: {exception.Message}", exception);
        }

        return line switch
        {
            { Error: { } error } => throw error.ToException($"etcd has ended the watch at {member}"),
            { Result: { Canceled: false } result } => result,
            { Result: { } result } => throw new EtcdException(result.CompactRevision > 0
                ? $"etcd has no changes before revision {result.CompactRevision} any more."
                : $"etcd has ended the watch at {member}: {result.CancelReason}"),
            _ => throw new EtcdException($"The watch at {member} has sent neither a result nor an error."),
        };
    }

    public async ValueTask DisposeAsync()
    {
        // First the connection: completing the reader would wait for the rest of the stream.
        response.Dispose();
        await lines.DisposeAsync();
    }
}
