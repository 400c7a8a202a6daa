using Bridge.Api.Contract.OpenApi;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;

namespace Bridge.Api.Features.Compat;

/// <summary>Maps /coreadapter: the reset, and the names of the memory domains.</summary>
internal static class CoreAdapterEndpoints
{
    public static void MapCoreAdapter(this IEndpointRouteBuilder routes, EmulatorClient emulator)
    {
        routes.MapPost("/coreadapter/reset", async (CancellationToken cancellationToken) =>
            {
                await emulator.ResetAsync(cancellationToken);
                return MgbaHttpEndpoints.Done;
            })
            .Needs(Scope.Admin)
            .Describe("CoreAdapterReset", "Resets the game", "Works like the power switch. The game keeps its save memory.")
            .TakesQuery()
            .ProducesText();
        routes.MapGet("/coreadapter/memory", async (CancellationToken cancellationToken) =>
            {
                var (domains, _) = await emulator.GetDomainsAsync(cancellationToken);
                return string.Join(',', domains.Select(domain => domain.Name));
            })
            .Needs(Scope.Read)
            .Describe("CoreAdapterMemory", "Lists the memory domains", "Returns a comma-separated list of names, ordered by address.")
            .TakesQuery()
            .ProducesText();
    }
}
