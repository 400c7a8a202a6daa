using System.Globalization;
using System.Runtime.CompilerServices;
using Microsoft.AspNetCore.Server.Kestrel.Transport.Sockets;

namespace Bridge.Api.Http;

/// <summary>
/// Runs quick requests on the thread that polls sockets, from the receive to the send, instead of on the thread pool
/// (docs/inline-scheduling.md). Nothing may block or compute for long on that thread, because all sockets that it polls would wait.
/// </summary>
internal static class InlineScheduling
{
    /// <summary>The setting that turns it on or off.</summary>
    public const string Setting = "Bridge:InlineScheduling";

    // .NET has no other switches for it: SocketAsyncEngine in System.Net.Sockets reads them once, when the first socket waits.
    private const string InlineCompletions = "DOTNET_SYSTEM_NET_SOCKETS_INLINE_COMPLETIONS";
    private const string Threads = "DOTNET_SYSTEM_NET_SOCKETS_THREAD_COUNT";

    // The emulators and the clients need the other processors.
    private const int ProcessorsPerThread = 4;

    // With more processors it was never measured.
    private const int MaxMeasuredProcessors = 2;

    // Parsing longer input takes longer than a change of threads.
    private const int MaxQueryCharacters = 1024;
    private const int MaxBodyBytes = 4096;

    /// <summary>Whether it is on without a setting: only where it was measured to help.</summary>
    public static bool IsOnByDefault { get; } = OperatingSystem.IsLinux() && Environment.ProcessorCount <= MaxMeasuredProcessors;

    /// <summary>
    /// Has the runtime complete socket operations on the threads that poll sockets, one thread for each four processors, unless the
    /// settings turn it off. Variables of the environment that are set already win. Called before the first socket is created.
    /// </summary>
    public static void Enable(IConfiguration settings)
    {
        if (!(bool.TryParse(settings[Setting], out var isOn) ? isOn : IsOnByDefault))
            return;
        SetUnlessSet(InlineCompletions, "1");
        SetUnlessSet(Threads, Math.Max(1, Environment.ProcessorCount / ProcessorsPerThread).ToString(CultureInfo.InvariantCulture));
    }

    /// <summary>Has Kestrel read, call the application and write on the threads that poll sockets.</summary>
    public static void UseInlineScheduling(this SocketTransportOptions transport) => transport.UnsafePreferInlineScheduling = true;

    /// <summary>
    /// Returns whether a request may run on a thread that polls sockets: its endpoint is marked, its query and body are short, and it
    /// doesn't come over TLS, which computes too long.
    /// </summary>
    public static bool CanRunInline(HttpContext context)
    {
        var request = context.Request;
        return context.GetEndpoint()?.Metadata.GetMetadata<RunInlineAttribute>() is not null && !request.IsHttps
            && request.QueryString.Value is not { Length: > MaxQueryCharacters } && request.ContentLength is not > MaxBodyBytes
            // The length of a chunked body isn't known beforehand.
            && (request.ContentLength is not null || request.Headers.TransferEncoding.Count == 0);
    }

    /// <summary>Continues the awaiting method on the thread pool. Does nothing on a thread of the pool.</summary>
    /// <remarks>
    /// Not an async method: such a task might complete on the pool before its caller awaits it, and then the caller would stay on the
    /// socket thread. A method that awaits this inside another async method has to have yielded before, for the same reason.
    /// </remarks>
    public static ConfiguredTaskAwaitable SwitchToThreadPool() =>
        Task.CompletedTask.ConfigureAwait(
            Thread.CurrentThread.IsThreadPoolThread ? ConfigureAwaitOptions.None : ConfigureAwaitOptions.ForceYielding);

    private static void SetUnlessSet(string variable, string value)
    {
        if (Environment.GetEnvironmentVariable(variable) is null)
            Environment.SetEnvironmentVariable(variable, value);
    }
}
