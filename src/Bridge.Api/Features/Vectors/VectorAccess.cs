using System.Net;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Server.Security;

namespace Bridge.Api.Features.Vectors;

/// <summary>Finds the vector of a request, as far as its token allows, and describes vectors to it.</summary>
internal sealed class VectorAccess(RunningVectors vectors)
{
    /// <summary>Returns a vector.</summary>
    /// <exception cref="RequestException">There is none with this name, or the request's token doesn't reach it.</exception>
    public RunningVector Get(HttpContext context, string name)
    {
        Check(context, name);
        return vectors.Get(name);
    }

    /// <summary>Checks that a request may use a vector with this name.</summary>
    /// <exception cref="RequestException">Its token doesn't reach it.</exception>
    public static void Check(HttpContext context, string? name)
    {
        if (TokenGuard.Reaches(context, name ?? ""))
            return;
        throw new RequestException(ProblemTypes.NarrowToken, name is null
            ? "The token allows certain emulators only, so name is required: one of these."
            : $"The token does not allow the vector {name}.", "name");
    }

    /// <summary>Returns the vectors that a request may see.</summary>
    public VectorList List(HttpContext context) => new(
        [.. vectors.All.Where(vector => TokenGuard.Reaches(context, vector.Name)).Select(vector => Describe(context, vector))]);

    /// <summary>Describes a vector.</summary>
    public static VectorDescription Describe(HttpContext context, RunningVector vector)
    {
        var (record, plan) = (vector.Record, vector.Record.Plan);
        // A Unix socket has no address.
        var isLocal = context.Connection.RemoteIpAddress is not { } address || IPAddress.IsLoopback(address);
        return new VectorDescription(
            record.Name, $"/vectors/{record.Name}", record.Rom, record.Game, plan.Count, plan.Frames, record.Read, plan.Picture,
            plan.Sticky, plan.Noops, plan.Seed, new VectorLease(record.LeaseSeconds),
            isLocal ? new VectorBlockDescription(
                VectorBlock.PathOf(record.Process, record.Layout.Descriptor), record.Layout.Size, VectorLayout.Version, vector.Socket)
                : null);
    }
}
