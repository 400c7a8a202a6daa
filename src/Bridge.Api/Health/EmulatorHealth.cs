using Bridge.Api.Emulators;
using Bridge.Api.Errors;
using Bridge.SocketPool;

namespace Bridge.Api.Health;

/// <summary>An emulator's name, its state and what is wrong with it.</summary>
internal sealed record EmulatorHealth(string Name, string State, EmulatorProblem? Problem)
{
    public static EmulatorHealth Of(EmulatorClient emulator)
    {
        var state = emulator.State;
        return new EmulatorHealth(emulator.Name, StateNames.Of(state), EmulatorProblem.Of(state));
    }
}

/// <summary>What is wrong with an emulator, and one sentence of what to do about it.</summary>
internal sealed record EmulatorProblem(string Type, string Advice)
{
    /// <summary>The problem that a state is; null while the emulator runs.</summary>
    public static EmulatorProblem? Of(EmulatorState state) =>
        ProblemTypes.Of(state) is { } type ? new EmulatorProblem(type.Uri, Advices[type]) : null;

    private static readonly Dictionary<ProblemType, string> Advices = new()
    {
        [ProblemTypes.NoEmulator] = "Start mGBA and load lua/bridge.lua in Tools > Scripting, or run ./run.sh.",
        [ProblemTypes.NoGame] = "Load a game in mGBA.",
        [ProblemTypes.Paused] = "Unpause the game in mGBA, or load one: nothing answers while no frames are emulated.",
        [ProblemTypes.ScriptOutdated] = "Load the lua/bridge.lua that came with this bridge.",
        [ProblemTypes.WrongSecret] = "Give the bridge the secret that the script was started with.",
    };
}
