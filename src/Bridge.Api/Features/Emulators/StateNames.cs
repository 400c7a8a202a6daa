using Bridge.Api.Contract.Parsing;
using Bridge.SocketPool;

namespace Bridge.Api.Features.Emulators;

/// <summary>The states of an emulator that a client can ask for.</summary>
internal static class StateNames
{
    /// <summary>The state of a created emulator that has ended by itself and isn't started again.</summary>
    public const string Failed = "failed";

    /// <summary>Gets the rule for a state to select emulators by.</summary>
    public static ChoiceRule Rule { get; } =
        new([.. Enum.GetValues<EmulatorState>().Select(EmulatorNames.Of).Append(Failed)])
        {
            Schema = "EmulatorState",
            Description = "What an emulator does, or why it does nothing; GET /health says what to do about it.",
        };
}
