using System.Net;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Server.Diagnostics;
using Microsoft.AspNetCore.Connections;

namespace Bridge.Api.Server.Hosting;

/// <summary>
/// Accepts connections only while the process can open some more files. Without one, Kestrel would try to accept again and again: on the
/// thread that polls the sockets, so that no client would get a response any more, and none that disconnects would be noticed.
/// </summary>
/// <param name="inner">Kestrel's listener. OWNED BY THIS.</param>
/// <param name="time">The clock.</param>
/// <param name="guard">Limits the log.</param>
/// <param name="logger">Receives a line a minute while it can't accept.</param>
internal sealed class ConnectionListener(IConnectionListener inner, TimeProvider time, WorkGuard guard, ILogger logger)
    : IConnectionListener
{
    // For what the bridge opens besides connections, such as files and connections to emulators.
    private const int Reserve = 16;

    // A check costs as much as accepting some connections, so one check covers several of them.
    private const int AcceptsPerCheck = Reserve / 2;

    // Between two checks without room, and between two while it waits for a connection.
    private static readonly TimeSpan ShortageInterval = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan WaitInterval = TimeSpan.FromSeconds(1);

    // Never disposed: it has no timer or handle, and an accept may still use it.
    private readonly CancellationTokenSource _unbound = new();
    private int _acceptsBeforeCheck;

    public EndPoint EndPoint => inner.EndPoint;

    public async ValueTask<ConnectionContext?> AcceptAsync(CancellationToken cancellationToken = default)
    {
        while (true)
        {
            if (_acceptsBeforeCheck == 0)
                await WaitForRoomAsync();
            using var shortage = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
            await using var check = time.CreateTimer(StopIfShort, shortage, WaitInterval, WaitInterval);
            try
            {
                var accepted = await inner.AcceptAsync(shortage.Token);
                _acceptsBeforeCheck--;
                return accepted;
            }
            catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
            {
                _acceptsBeforeCheck = 0;
            }
        }
    }

    public async ValueTask UnbindAsync(CancellationToken cancellationToken = default)
    {
        await _unbound.CancelAsync();
        await inner.UnbindAsync(cancellationToken);
    }

    public async ValueTask DisposeAsync()
    {
        await _unbound.CancelAsync();
        await inner.DisposeAsync();
    }

    // What else the process opens may take the last descriptors while this waits for a connection.
    private static void StopIfShort(object? shortage)
    {
        if (!HasRoom())
            ((CancellationTokenSource)shortage!).Cancel();
    }

    private async Task WaitForRoomAsync()
    {
        while (!HasRoom() && !_unbound.IsCancellationRequested)
        {
            if (guard.IsDue($"{EndPoint}"))
                Log.NoDescriptors(logger, $"{EndPoint}");
            await Task.Delay(ShortageInterval, time, _unbound.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }

        _acceptsBeforeCheck = AcceptsPerCheck;
    }

    private static bool HasRoom()
    {
        var opened = new List<IDisposable>(Reserve);
        try
        {
            for (var each = 0; each < Reserve; each++)
                opened.Add(File.OpenHandle("/dev/null", share: FileShare.ReadWrite));
            return true;
        }
        catch (Exception exception)
        {
            return !TemporaryFailure.IsShortage(exception);
        }
        finally
        {
            opened.ForEach(static handle => handle.Dispose());
        }
    }
}
