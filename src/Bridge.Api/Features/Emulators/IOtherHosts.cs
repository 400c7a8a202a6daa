using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;

namespace Bridge.Api.Features.Emulators;

/// <summary>The fleet's other hosts, for the list of emulators.</summary>
internal interface IOtherHosts
{
    /// <summary>Requests from all other hosts, or from one, the emulators that a request selects.</summary>
    /// <param name="context">The request.</param>
    /// <param name="host">The id of the only host that is asked, which may be this one; null: all.</param>
    /// <returns>Null if no other host has to be asked.</returns>
    /// <exception cref="RequestException">There is no such host.</exception>
    Task<OthersEmulators?> ListAsync(HttpContext context, string? host);
}

/// <summary>The emulators of other hosts, and the ids of those that didn't respond in time.</summary>
internal sealed record OthersEmulators(IReadOnlyList<EmulatorHealth> Emulators, IReadOnlyList<string> Unreachable);

/// <summary>A bridge without a fleet has no other hosts.</summary>
internal sealed class NoOtherHosts : IOtherHosts
{
    public Task<OthersEmulators?> ListAsync(HttpContext context, string? host) => host is null
        ? Task.FromResult<OthersEmulators?>(null)
        : throw Parameters.Refuse("host", host, "left out, because this bridge belongs to no fleet");
}
