using Bridge.Api.Fleet.Creating;
using Bridge.Api.Fleet.Etcd;
using Bridge.Api.Fleet.Fencing;
using Bridge.Api.Fleet.Hop;
using Bridge.Api.Fleet.Membership;
using Bridge.Api.Fleet.Snapshot;

namespace Bridge.Api.Fleet.Takeover;

/// <summary>Lets the fence ask etcd and the other hosts.</summary>
internal sealed class FenceWorld(
    FleetOptions options, FleetDirectory fleet, OwnLease lease, FleetNames names, FleetHttp http, Lazy<NameKeeper> keeper) : IFenceWorld
{
    public string Host => options.Host!;

    public long? Lease => lease.Id;

    public IReadOnlyCollection<FleetMember>? Others => fleet.Snapshot.Members is { IsEmpty: false } members
        ? [.. members.Values.Where(member => member.Id != Host)]
        : null;

    public async Task<HolderResponse?> ReadAsync(string name, CancellationToken cancellationToken)
    {
        try
        {
            return new HolderResponse((await names.FindAsync(name, cancellationToken))?.Host, IsExact: true);
        }
        catch (EtcdException)
        {
            return null;
        }
    }

    public async Task<HolderResponse?> AskAsync(FleetMember host, string name, CancellationToken cancellationToken)
    {
        try
        {
            using var request = new HttpRequestMessage(HttpMethod.Get, new Uri($"/fleet/names/{name}", UriKind.Relative));
            using var response = await http.SendAsync(host.Address, request, cancellationToken);
            return response.IsSuccessStatusCode
                ? await response.Content.ReadFromJsonAsync(CheckpointJson.Context.HolderResponse, cancellationToken)
                : null;
        }
        catch (Exception failure) when (failure is HttpRequestException or IOException or System.Text.Json.JsonException
            or OperationCanceledException)
        {
            return null;
        }
    }

    public Task EndAsync(string name) => keeper.Value.EndCopyAsync(name);
}
