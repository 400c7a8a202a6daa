using Bridge.Api.Contract.Parsing;
using Bridge.SocketPool;

namespace Bridge.Api.Features.Emulators;

/// <summary>Names an emulator's states as the API spells them.</summary>
internal static class StateNames
{
    /// <summary>The state of a created emulator that isn't started again.</summary>
    public const string Failed = "failed";

    /// <summary>Gets the rule for a state to select emulators by.</summary>
    public static ChoiceRule Rule { get; } =
        new([.. Enum.GetValues<EmulatorState>().Select(Of).Append(Failed).Distinct()])
        {
            Schema = "EmulatorState",
            Description = "What an emulator does, or why it does nothing; GET /health says what to do about it.",
        };

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
        EmulatorState.ForeignScript => "foreign-script",
        _ => "no-emulator",
    };
}
