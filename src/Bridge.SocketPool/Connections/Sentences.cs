namespace Bridge.SocketPool.Connections;

/// <summary>What a client is told when a request has no reply, in one place so that it reads alike everywhere.</summary>
internal static class Sentences
{
    public const string NotApplied = "The connection to the emulator broke before the command was sent. It did not run.";
    public const string UnknownAfterBreak = "The connection to the emulator broke after the command was sent. It may have run, or not.";
    public const string UnknownAfterDeadline = "The emulator did not answer within the deadline. The command may have run, or not.";
    public const string UnknownAfterSilence = "The emulator stopped answering after the command was sent. It may have run, or not.";
    public const string UnknownAfterStop = "The bridge was stopped before the emulator answered. The command may have run, or not.";
    public const string Stopping =
        "The bridge is being stopped. The command did not run, or it changes nothing; ask again once the bridge runs again.";
    public const string TimedOut = "The emulator did not answer within the deadline. The command changes nothing, so it can be repeated.";
    public const string Paused =
        "The emulator is connected and emulates no frames: the game is paused, or no game is loaded. Unpause it, or load a game.";
    public const string Stuck =
        "The emulator has answered nothing since a state or a game was loaded into it: either it is paused, or it calculates for ever. "
        + "Unpause it, or end it and start it again.";
    public const string Crashed = "The game has crashed, and mGBA emulates no further frame of it. Open the game again in mGBA's window.";
    public const string NoGame = "The script is running, but no game is loaded. Load a game in mGBA.";
    public const string NoEmulator =
        "No emulator is connected. Start mGBA and load lua/bridge.lua in its scripting window, or use ./run.sh.";
    public const string ScriptOutdated =
        "The script in mGBA speaks another protocol version than this bridge. Load the lua/bridge.lua that came with the bridge.";
    public const string Unauthorized =
        "The script in mGBA wants a secret that the bridge was not given, or another one. "
        + "Set the same secret on both sides, or none: both then read the key file.";
}
