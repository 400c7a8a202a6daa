using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Server.Security;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;

namespace Bridge.Api.Features.Compat;

/// <summary>Maps /mgba-http/extension: loads a ROM and starts it with a reset.</summary>
internal static class ExtensionEndpoints
{
    public static void MapExtensions(this IEndpointRouteBuilder routes, EmulatorClient emulator, FileFolder folder) =>
        CoreFileEndpoints.DescribePath(
            routes.MapPost("/mgba-http/extension/loadfile", async (string? path, CancellationToken cancellationToken) =>
            {
                await emulator.LoadRomAsync(folder.ForEmulator(path), reset: true, cancellationToken);
                return MgbaHttpEndpoints.Worked;
            }),
            "MgbaExtensionLoadFile", "Loads a ROM and starts it", "Returns true. The game uses its own save file.",
        [CoreFileEndpoints.Rom]).Needs(Scope.Admin);
}
