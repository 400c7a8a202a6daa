namespace Bridge.SocketPool.Connections;

/// <summary>Lists the messages for requests without a reply, so that they read the same everywhere.</summary>
internal static class Sentences
{
    public const string NotApplied = "The connection to the emulator broke before the command was sent. The command did not run.";
    public const string UnknownAfterBreak =
        "The connection to the emulator broke after the command was sent. The command may or may not have run.";
    public const string UnknownAfterDeadline = "The emulator did not respond within the deadline. The command may or may not have run.";
    public const string UnknownAfterSilence =
        "The emulator stopped responding after the command was sent. The command may or may not have run.";
    public const string UnknownAfterStop = "The bridge stopped before the emulator responded. The command may or may not have run.";
    public const string Stopping =
        "The bridge is stopping. The command did not run, or it changes nothing; send it again after the bridge restarts.";
    public const string TimedOut =
        "The emulator did not respond within the deadline. The command changes nothing, so it is safe to repeat.";
    public const string Paused =
        "The emulator is connected but emulates no frames: the game is paused, or no game is loaded. Unpause it, or load a game.";
    public const string Stuck =
        "The emulator has not responded since a state or a game was loaded: it is paused, or it hangs. "
        + "Unpause it, or close it and start it again.";
    public const string Crashed = "The game has crashed, and mGBA emulates no more frames. Open the game again in mGBA's window.";
    public const string NoGame = "The script is running, but no game is loaded. Load a game in mGBA.";
    public const string NoEmulator =
        "No emulator is connected. Start mGBA with a game, and load lua/bridge.lua in its scripting window.";
    public const string ScriptOutdated =
        "The script in mGBA uses another protocol version than this bridge. Load the lua/bridge.lua that came with the "
        + "bridge, or update the bridge if the script is newer.";
    public const string Unauthorized =
        "Script and bridge don't have the same secret. Set the same secret on both sides, or none, so that both read the key file.";
    public const string ForeignScript =
        "The program at the emulator's address belongs to another account, or relays the connection. The bridge sends it no command.";
}
