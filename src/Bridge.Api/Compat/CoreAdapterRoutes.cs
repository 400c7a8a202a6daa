using Bridge.Api.OpenApi;
using Bridge.Api.Security;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;

namespace Bridge.Api.Compat;

/// <summary>/coreadapter: the reset, and the names of the memory domains.</summary>
internal static class CoreAdapterRoutes
{
    public static void MapCoreAdapter(this IEndpointRouteBuilder routes, EmulatorClient emulator)
    {
        routes.MapPost("/coreadapter/reset", async (CancellationToken cancellationToken) =>
            {
                await emulator.ResetAsync(cancellationToken);
                return MgbaHttpRoutes.Done;
            })
            .Needs(Scope.Admin)
            .Describe("CoreAdapterReset", "Resets the game", "Like the power switch: its save memory stays.")
            .TakesQuery()
            .AnswersText();
        routes.MapGet("/coreadapter/memory", async (CancellationToken cancellationToken) =>
            {
                var (domains, _) = await emulator.GetDomainsAsync(cancellationToken);
                return string.Join(',', domains.Select(domain => domain.Name));
            })
            .Needs(Scope.Read)
            .Describe("CoreAdapterMemory", "The names of the memory domains", "Separated by commas, in the order of their addresses.")
            .TakesQuery()
            .AnswersText();
    }
}
