namespace Bridge.Api.Listening;

/// <summary>Where what has waited for a socket goes on.</summary>
internal static class SocketCompletions
{
    // .NET has no other switch for it: SocketAsyncEngine in System.Net.Sockets reads it once, when the first socket waits.
    private const string Setting = "DOTNET_SYSTEM_NET_SOCKETS_INLINE_COMPLETIONS";

    /// <summary>
    /// Has it go on on the thread that waits for all sockets, which spares a change of threads. Nothing may block there, and nothing does:
    /// Kestrel only hands over to the thread pool, and so does the reader of an emulator's replies, but for callers that ask to go on there
    /// because they do no more than write a few bytes. Before the first socket; whoever has set the variable decides otherwise.
    /// </summary>
    public static void StayOnTheirThread()
    {
        if (Environment.GetEnvironmentVariable(Setting) is null)
            Environment.SetEnvironmentVariable(Setting, "1");
    }
}
