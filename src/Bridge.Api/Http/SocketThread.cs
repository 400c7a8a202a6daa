using System.Globalization;
using System.Runtime.CompilerServices;
using Microsoft.AspNetCore.Server.Kestrel.Transport.Sockets;

namespace Bridge.Api.Http;

/// <summary>
/// Requests begin on the thread that waits for sockets, which has seen them come, and what has waited for a socket goes on there. That spares
/// changes of threads, which take most of the time of a quick request. Nothing may block or compute for long there, since everybody
/// whose socket it waits for would wait, too; what may has to leave.
/// </summary>
internal static class SocketThread
{
    // .NET has no other switches for it: SocketAsyncEngine in System.Net.Sockets reads them once, when the first socket waits.
    private const string InlineCompletions = "DOTNET_SYSTEM_NET_SOCKETS_INLINE_COMPLETIONS";
    private const string Threads = "DOTNET_SYSTEM_NET_SOCKETS_THREAD_COUNT";

    // The emulators and whoever asks need the others. .NET would take all.
    private const int ProcessorsForEach = 4;

    // To take what is longer to pieces takes longer than to change threads.
    private const int MostCharacters = 1024;
    private const int MostBodyBytes = 4096;

    /// <summary>
    /// Has sockets tell of what has come on that thread, and not in the thread pool; one for each four processors, at least one. Before the first socket;
    /// whoever has set a variable decides otherwise.
    /// </summary>
    public static void CompleteThere()
    {
        SetUnlessSet(InlineCompletions, "1");
        SetUnlessSet(Threads, Math.Max(1, Environment.ProcessorCount / ProcessorsForEach).ToString(CultureInfo.InvariantCulture));
    }

    /// <summary>Has Kestrel read, call the application and write there.</summary>
    public static void ServeThere(this SocketTransportOptions transport) => transport.UnsafePreferInlineScheduling = true;

    /// <summary>Whether all that a request does is quick: its endpoint says so, and it brings little along.</summary>
    public static bool MayKeep(HttpContext context)
    {
        var request = context.Request;
        return context.GetEndpoint()?.Metadata.GetMetadata<RunsInPlace>() is not null
            && request.QueryString.Value is not { Length: > MostCharacters } && request.ContentLength is not > MostBodyBytes
            // How long a body is that comes in chunks nobody knows.
            && (request.ContentLength is not null || request.Headers.TransferEncoding.Count == 0);
    }

    private static void SetUnlessSet(string variable, string value)
    {
        if (Environment.GetEnvironmentVariable(variable) is null)
            Environment.SetEnvironmentVariable(variable, value);
    }

    /// <summary>Awaited, it goes on in the thread pool, where what takes its time holds up nobody.</summary>
    /// <remarks>
    /// No asynchronous method: one that has ended over there before its caller awaits it lets that caller go on where it is. For the same reason whoever calls
    /// this in another method has to have waited there already.
    /// </remarks>
    public static ConfiguredTaskAwaitable Leave() =>
        Task.CompletedTask.ConfigureAwait(Thread.CurrentThread.IsThreadPoolThread ? ConfigureAwaitOptions.None : ConfigureAwaitOptions.ForceYielding);
}

/// <summary>Marks an endpoint that neither blocks nor takes more than some tens of microseconds of a thread before and after it has asked an emulator.</summary>
internal sealed class RunsInPlace
{
    public static readonly RunsInPlace Marker = new();
}
