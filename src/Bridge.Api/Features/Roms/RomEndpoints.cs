using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Server.Bodies;
using Bridge.Api.Server.Security;

namespace Bridge.Api.Features.Roms;

/// <summary>Maps the list of ROMs in the configured folder, and loading one of them.</summary>
internal static class RomEndpoints
{
    public static void MapRoms(this IEndpointRouteBuilder routes)
    {
        routes.MapGet("/roms", List)
            .WithTags("ROMs")
            .Needs(Scope.Read)
            .Describe("ListRoms", "Lists the ROMs that can be loaded",
                "The regular files in Bridge:RomFolder that end with .gba, .agb, .gb, .gbc, .sgb, .zip or .7z; the first thousand by name.")
            .TakesQuery()
            .Produces<RomList>()
            .Refuses(ProblemTypes.UnknownParameter, ProblemTypes.UnknownEmulator, ProblemTypes.StorageFailed, ProblemTypes.Unsupported);
        routes.MapPost("/rom", LoadAsync)
            .WithTags("ROMs")
            .Needs(Scope.Admin)
            .Describe("LoadRom", "Loads another ROM and starts it",
                "Takes the name of a file in the folder; accented letters may be in NFC or NFD form. The game uses its own save file and, "
                + "in the bundled emulator, the soft patch next to the ROM. Presses for the previous game are dropped. A file that mGBA "
                + "does not recognize as a game is refused and changes nothing. In mGBA's own window a script can't change the console, so "
                + "a game for another console is refused with 501. save in the response says whether the game's saves are written to a "
                + "file.")
            .TakesQuery()
            .TakesBody<RomChoice>(RomFolder.ChoiceRule, """{"name": "buttontest.gba"}""")
            .MapsArgument("path", "name")
            .Produces<RomLoaded>()
            .RefusesLikeACommand(ProblemTypes.Held, ProblemTypes.InvalidBody, ProblemTypes.UnknownRom,
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
