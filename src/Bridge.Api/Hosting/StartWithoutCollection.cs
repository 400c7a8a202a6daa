using System.Runtime;
using System.Runtime.CompilerServices;

namespace Bridge.Api.Hosting;

/// <summary>
/// Keeps the native program from collecting garbage while it starts. The collection takes 9 of 50 ms, and most objects of the start stay.
/// The program for the installed .NET starts slowly anyway, and tests run many of them in one process.
/// </summary>
internal static class StartWithoutCollection
{
    // The start allocates 8 MiB. Beyond this, collections run as usual.
    private const long Bytes = 12 * 1024 * 1024;

    /// <summary>Called before anything else.</summary>
    public static void Begin()
    {
        if (RuntimeFeature.IsDynamicCodeSupported)
            return;
        try
        {
            GC.TryStartNoGCRegion(Bytes);
        }
        catch (ArgumentOutOfRangeException)
        {
            // The limit of the heap (DOTNET_GCHeapHardLimit, or a container's) leaves no room.
        }
    }

    /// <summary>Collects as usual once the program has started.</summary>
    public static void EndAfterStart(IHostApplicationLifetime lifetime) => lifetime.ApplicationStarted.Register(static () =>
    {
        // It has already ended if the start allocated more.
        if (GCSettings.LatencyMode == GCLatencyMode.NoGCRegion)
            GC.EndNoGCRegion();
    });
}
