using Bridge.Api.Contract.Errors;

namespace Bridge.Api.Features.Frames;

/// <summary>The fleet's other hosts, for steps of several emulators.</summary>
internal interface IOtherSteps
{
    /// <summary>Finds the host of each emulator.</summary>
    /// <returns>
    /// For each emulator the id of its host, or null if that is this host. Null instead of the list: this host has all of them, or
    /// responds for them without asking another host.
    /// </returns>
    string?[]? Locate(HttpContext context, IReadOnlyList<string> emulators);

    /// <summary>Steps the emulators of another host.</summary>
    /// <param name="context">The request.</param>
    /// <param name="host">The host.</param>
    /// <param name="body">The step of its emulators.</param>
    /// <param name="isBinary">Whether the response is binary.</param>
    /// <returns>The response; without one, the problem of all its emulators.</returns>
    Task<StepPart> RunAsync(HttpContext context, string host, StepManyRequest body, bool isBinary);
}

/// <summary>The response of a host for its emulators, or the problem that they all have.</summary>
internal sealed record StepPart(byte[]? Body, PartProblem? Problem = null);

/// <summary>A bridge without a fleet has no other hosts.</summary>
internal sealed class NoOtherSteps : IOtherSteps
{
    public string?[]? Locate(HttpContext context, IReadOnlyList<string> emulators) => null;

    public Task<StepPart> RunAsync(HttpContext context, string host, StepManyRequest body, bool isBinary) =>
        throw new NotSupportedException();
}
