namespace MgbaBridge;

public sealed partial class BridgeClient
{
    /// <summary>
    /// Starts up to 256 copies of a game that step together. They run until <see cref="MgbaBridge.Vector.EndAsync"/> or until their lease
    /// runs out. Only on a bridge on Linux.
    /// </summary>
    public async Task<Vector> CreateVectorAsync(NewVector options, CancellationToken cancellationToken = default)
    {
        // The key makes the bridge create one vector, however often the request is sent.
        var call = Call.Of(HttpMethod.Post, "/vectors", options.ToJson(), VectorJson.Default.NewVectorJson, isRepeatable: true)
            with { Key = Guid.NewGuid().ToString("N") };
        return Vector((await Transport.SendAsync(call, ClientJson.Default.NameJson, cancellationToken).ConfigureAwait(false)).Name);
    }

    /// <summary>Returns a vector by name. Sends nothing.</summary>
    public Vector Vector(string name) => new(this, name);

    /// <summary>Returns the vectors of the bridge's host.</summary>
    public async Task<IReadOnlyList<VectorDescription>> GetVectorsAsync(CancellationToken cancellationToken = default) =>
        (await Transport.SendAsync(Call.Get("/vectors"), VectorJson.Default.VectorsJson, cancellationToken).ConfigureAwait(false)).Vectors;
}
