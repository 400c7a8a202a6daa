using Bridge.Api.Errors;
using Bridge.SocketPool;

namespace Bridge.Api.Emulators;

/// <summary>An emulator's name, its state, what is wrong with it, and one sentence of what to do next.</summary>
internal sealed record EmulatorHealth(string Name, string State, EmulatorProblem? Problem, string Next)
{
    public static EmulatorHealth Of(EmulatorClient emulator) => Of(emulator, NextStep.Of(emulator));

    /// <summary>The same, and who holds a game that is held, which only its script can tell.</summary>
    public static async Task<EmulatorHealth> AskAsync(EmulatorClient emulator, CancellationToken cancellationToken) =>
        Of(emulator, await NextStep.AskAsync(emulator, cancellationToken));

    private static EmulatorHealth Of(EmulatorClient emulator, string next) =>
        new(emulator.Name, StateNames.Of(emulator.State), EmulatorProblem.Of(emulator, next), next);
}

/// <summary>What is wrong with an emulator, and one sentence of what to do about it.</summary>
internal sealed record EmulatorProblem(string Type, string Advice)
{
    /// <summary>The problem that an emulator's state is; null while it runs.</summary>
    public static EmulatorProblem? Of(EmulatorClient emulator) => Of(emulator, NextStep.Of(emulator));

    /// <summary>The same with this advice.</summary>
    public static EmulatorProblem? Of(EmulatorClient emulator, string advice) =>
        ProblemTypes.Of(emulator.State) is { } type ? new EmulatorProblem(type.Uri, advice) : null;
}
