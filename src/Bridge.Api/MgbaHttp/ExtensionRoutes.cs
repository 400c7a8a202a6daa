using Bridge.Api.Access;
using Bridge.Api.Documentation;
using Bridge.Api.Storage;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;

namespace Bridge.Api.MgbaHttp;

/// <summary>/mgba-http/extension: a ROM, with the reset that starts it.</summary>
internal static class ExtensionRoutes
{
    public static void MapExtensions(this IEndpointRouteBuilder routes, EmulatorClient emulator, FileFolder folder) => CoreFileRoutes.MapPath(
        routes, "/mgba-http/extension/loadfile", "MgbaExtensionLoadFile", "Loads a ROM and starts it", "Answers true. The game gets its own save file.",
        [CoreFileRoutes.Rom],
        async (string? path, CancellationToken cancellationToken) =>
        {
            await emulator.LoadRomAsync(folder.ForEmulator(path), reset: true, cancellationToken);
            return MgbaHttpRoutes.Worked;
        }).Needs(Scope.Admin);
}
