using Bridge.Api.Emulators;
using Bridge.Api.Errors;
using Bridge.Api.OpenApi;
using Bridge.Api.Parsing;
using Bridge.Api.Security;

namespace Bridge.Api.Roms;

/// <summary>Loads another ROM from the configured folder.</summary>
internal static class RomEndpoints
{
    public static void MapRoms(this IEndpointRouteBuilder routes)
    {
        routes.MapGet("/roms", List)
            .WithTags("ROMs")
            .Needs(Scope.Read)
            .Describe("ListRoms", "The ROMs that can be loaded",
                "The plain files of Bridge:RomFolder that end with .gba, .agb, .gb, .gbc, .sgb, .zip or .7z; the first thousand by name.")
            .TakesQuery()
            .Produces<RomList>()
            .Refuses(ProblemTypes.UnknownParameter, ProblemTypes.UnknownEmulator, ProblemTypes.StorageFailed, ProblemTypes.Unsupported);
        routes.MapPost("/rom", LoadAsync)
            .WithTags("ROMs")
            .Needs(Scope.Admin)
            .Describe("LoadRom", "Loads another ROM and starts it",
                "By its name in the folder, in either form of accented letters (NFC or NFD). The game gets its save file and, in the "
                + "emulator that comes with the bridge, the soft patch beside it; presses of the game before are dropped. A file that mGBA "
                + "takes for no game is refused and changes nothing. In mGBA's own window a script can't change the console, so a game for "
                + "another one is refused with 501. save in the answer says whether the game's saves are kept.")
            .TakesQuery()
            .TakesBody<RomChoice>("""{"name": "buttontest.gba"}""")
            .Produces<RomLoaded>()
            .RefusesLikeACommand(ProblemTypes.InvalidBody, ProblemTypes.UnknownRom,
                ProblemTypes.UnsupportedMediaType, ProblemTypes.Unsupported,
                ProblemTypes.EmulatorRefused, ProblemTypes.StorageFailed);
    }

    private static RomList List(string emulator, EmulatorDirectory emulators, RomFolder folder)
    {
        emulators.Get(emulator);
        return new RomList(folder.List());
    }

    private static async Task<RomLoaded> LoadAsync(string emulator, HttpContext context, EmulatorDirectory emulators, RomLoader loader)
    {
        var client = emulators.Get(emulator);
        return await loader.LoadAsync(client, await JsonBody.ReadAsync(context.Request, RomJson.Context.RomChoice), context.RequestAborted);
    }
}
