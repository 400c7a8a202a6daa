using Bridge.Api.Contract.Errors;
using Bridge.SocketPool.Framing;

namespace Bridge.Api.Features.States;

/// <summary>Stores the named states.</summary>
internal sealed class StateFolder(StateOptions options, TimeProvider time, ILogger<StateFolder> logger)
    : GameFolder(Kind, options.Root, time, logger)
{
    private static readonly GameFileKind Kind = new(
        "state", ".state", WireLimits.PayloadBytes, "Bridge:StateFolder", ProblemTypes.UnknownState, ProblemTypes.TooManyStates);
}
