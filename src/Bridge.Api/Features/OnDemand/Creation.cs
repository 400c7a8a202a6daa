using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Emulators;

namespace Bridge.Api.Features.OnDemand;

/// <summary>What became of a creation.</summary>
internal abstract record Creation
{
    /// <summary>Returns the response to the client.</summary>
    /// <exception cref="RequestException">The creation was refused.</exception>
    public abstract CreateResponse ToResponse(OwnHost own);

    /// <summary>This host has the emulator, just created or by an earlier request with the same key.</summary>
    internal sealed record Here(CreatedEmulator Emulator) : Creation
    {
        public override CreateResponse ToResponse(OwnHost own)
        {
            var (now, url) = (EmulatorDescription.Of(Emulator.Client), $"/emulators/{Emulator.Name}");
            return new CreateResponse(
                Emulator.Name, url, $"{url}/mcp", now.State, now.Frame, now.Game, Emulator.Describe(), own.Id, own.Address);
        }
    }

    /// <summary>Another host of the fleet has the emulator.</summary>
    internal sealed record Elsewhere(CreateResponse Response) : Creation
    {
        public override CreateResponse ToResponse(OwnHost own) => Response;
    }

    /// <summary>There is no emulator.</summary>
    internal sealed record Refused(RequestException Problem) : Creation
    {
        /// <summary>Gets whether the host takes no more emulators, so that another one may.</summary>
        // By the anchor: in a problem from another host, which may have another version, the title may differ.
        public bool IsFull => Problem.Type.Anchor == ProblemTypes.TooManyEmulators.Anchor
            || Problem.Type.Anchor == ProblemTypes.HostDraining.Anchor || Problem.Type.Anchor == ProblemTypes.Stopping.Anchor;

        public override CreateResponse ToResponse(OwnHost own) => throw Problem;
    }
}
