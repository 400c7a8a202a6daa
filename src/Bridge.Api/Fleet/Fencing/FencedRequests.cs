using Bridge.Api.Server.Diagnostics;

namespace Bridge.Api.Fleet.Fencing;

/// <summary>
/// Ends the requests that last for long, such as streams, when this host may not serve their emulator any more. Short ones are refused
/// before they begin.
/// </summary>
internal sealed class FencedRequests(Fence fence)
{
    private readonly Lock _gate = new();
    private readonly Dictionary<HttpContext, string> _running = [];

    /// <summary>Runs a request to an emulator of this host.</summary>
    public Task RunAsync(HttpContext context, string emulator, RequestDelegate next) =>
        fence.Guards(emulator) && context.GetEndpoint()?.Metadata.GetMetadata<WaitsForFrames>() is not null
            ? RunLongAsync(context, emulator, next)
            : next(context);

    /// <summary>Ends the long requests to emulators that this host may not serve.</summary>
    public void EndRefused()
    {
        // Under the lock, because the server uses the context of a request that has ended for the next one.
        lock (_gate)
        {
            foreach (var (context, emulator) in _running)
            {
                if (!fence.MayServe(emulator))
                    context.Abort();
            }
        }
    }

    private async Task RunLongAsync(HttpContext context, string emulator, RequestDelegate next)
    {
        lock (_gate)
            _running[context] = emulator;
        try
        {
            await next(context);
        }
        finally
        {
            lock (_gate)
                _running.Remove(context);
        }
    }
}
