using System.Runtime.CompilerServices;
using Microsoft.AspNetCore.Server.Kestrel.Transport.Sockets;

namespace Bridge.Api.Server.Inline;

/// <summary>
/// Runs quick requests on the socket threads, which poll sockets, from receive to send, instead of on the thread pool
/// (docs/inline-scheduling.md). Nothing may block or compute for long on a socket thread, because all its sockets would wait.
/// </summary>
internal static class InlineScheduling
{
    /// <summary>The setting that turns it on or off.</summary>
    public const string Setting = "Bridge:InlineScheduling";

    // .NET has no other switches for it: SocketAsyncEngine in System.Net.Sockets reads these once, when the first socket waits.
    private const string InlineCompletions = "DOTNET_SYSTEM_NET_SOCKETS_INLINE_COMPLETIONS";
    private const string Threads = "DOTNET_SYSTEM_NET_SOCKETS_THREAD_COUNT";

    // Not measured with more processors.
    private const int MaxMeasuredProcessors = 2;

    // Parsing longer input takes longer than a thread switch.
    private const int MaxQueryCharacters = 1024;
    private const int MaxBodyBytes = 4096;

    /// <summary>Gets whether it is on without a setting: only where it was measured to help.</summary>
    public static bool IsOnByDefault { get; } = OperatingSystem.IsLinux() && Environment.ProcessorCount <= MaxMeasuredProcessors;

    /// <summary>
    /// Has the runtime complete socket operations on one socket thread, unless the settings turn it off. With four threads, 256 clients
    /// waited up to 0.8 s. Environment variables that are already set win. Must be called before the first socket is created.
    /// </summary>
    public static void Enable(IConfiguration settings)
    {
        if (!(bool.TryParse(settings[Setting], out var isOn) ? isOn : IsOnByDefault))
            return;
        SetUnlessSet(InlineCompletions, "1");
        SetUnlessSet(Threads, "1");
    }

    /// <summary>Has Kestrel read, call the application and write on the socket threads.</summary>
    public static void UseInlineScheduling(this SocketTransportOptions transport) => transport.UnsafePreferInlineScheduling = true;

    /// <summary>
    /// Returns whether a request may run on a socket thread: its endpoint is marked, its query and body are short, and it doesn't use TLS,
    /// which computes too long.
    /// </summary>
    public static bool CanRunInline(HttpContext context)
    {
        var request = context.Request;
        return context.GetEndpoint()?.Metadata.GetMetadata<RunInlineAttribute>() is not null && !request.IsHttps
            && request.QueryString.Value is not { Length: > MaxQueryCharacters } && request.ContentLength is not > MaxBodyBytes
            // The length of a chunked body is unknown at this point.
            && (request.ContentLength is not null || request.Headers.TransferEncoding.Count == 0);
    }

    /// <summary>Continues the awaiting method on the thread pool. Does nothing if it already runs there.</summary>
    /// <remarks>
    /// Not an async method: such a task could complete on the pool before its caller awaits it, and the caller would stay on the socket
    /// thread. For the same reason, an async method whose caller relies on the switch has to have yielded before it awaits this.
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
