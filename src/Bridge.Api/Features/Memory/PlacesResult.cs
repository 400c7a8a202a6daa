using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;

namespace Bridge.Api.Features.Memory;

/// <summary>Several places in memory, all read in one frame.</summary>
internal sealed class PlacesResult : IDisposable
{
    private readonly List<MemoryPlace> _places;
    private readonly BatchReply _reply;

    private PlacesResult(List<MemoryPlace> places, BatchReply reply) => (_places, _reply) = (places, reply);

    /// <summary>Reads 1 to 256 places. The caller disposes the result, which owns the bytes.</summary>
    /// <exception cref="RequestException">There are too few or too many places, or one is invalid; the exception names it.</exception>
    public static async Task<PlacesResult> ReadAsync(EmulatorClient client, IReadOnlyList<PlaceToRead?> requested,
        SymbolsNow symbols, CancellationToken cancellationToken)
    {
        var batch = new EmulatorBatch();
        var places = new List<MemoryPlace>(requested.Count);
        BodyList.Read(requested, "", place => places.Add(MemoryPlace.Add(batch, place, symbols)));
        return new PlacesResult(places, await client.RunBatchAsync(batch, cancellationToken));
    }

    public PlacesRead Describe() => new(_reply.Frame, _places.Zip(_reply.Results, (place, result) => place.Describe(result)).ToArray());

    public void Dispose() => _reply.Dispose();
}
