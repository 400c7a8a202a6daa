using Bridge.SocketPool;

namespace Bridge.Api.Emulators;

/// <summary>Names an emulator's states as the API spells them.</summary>
internal static class StateNames
{
    public static string Of(EmulatorState state) => state switch
    {
        EmulatorState.Running => "running",
        EmulatorState.Held => "held",
        EmulatorState.Paused => "paused",
        EmulatorState.Stuck => "stuck",
        EmulatorState.Crashed => "crashed",
        EmulatorState.NoGame => "no-game",
        EmulatorState.ScriptOutdated => "script-outdated",
        EmulatorState.Unauthorized => "wrong-secret",
        _ => "no-emulator",
    };
}
