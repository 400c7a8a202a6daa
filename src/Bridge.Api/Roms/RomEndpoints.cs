using Bridge.Api.Emulators;
using Bridge.Api.Errors;
using Bridge.Api.OpenApi;
using Bridge.Api.Parsing;
using Bridge.Api.Security;
using Bridge.SocketPool.Commands;

namespace Bridge.Api.Roms;

/// <summary>Loads another ROM from the configured folder.</summary>
internal static class RomEndpoints
{
    public static void MapRoms(this IEndpointRouteBuilder routes)
    {
        routes.MapGet("/roms", List)
            .WithTags("ROMs")
            .Needs(Scope.Read)
            .Describe("ListRoms", "The ROMs that can be loaded", "The plain files of Bridge:RomFolder that end with .gba, .agb, .gb, .gbc, .sgb, .zip or .7z; the first thousand by name.")
            .TakesQuery()
            .Produces<RomList>()
            .Refuses(ProblemTypes.UnknownParameter, ProblemTypes.UnknownEmulator, ProblemTypes.StorageFailed, ProblemTypes.Unsupported);
        routes.MapPost("/rom", LoadAsync)
            .WithTags("ROMs")
            .Needs(Scope.Admin)
            .Describe("LoadRom", "Loads another ROM and starts it",
                "By its name in the folder, in either form of accented letters (NFC or NFD). The game gets its save file and, in the emulator that comes with "
                + "the bridge, the soft patch beside it; presses of the game before are dropped. A file that mGBA takes for no game is refused and changes nothing. "
                + "In mGBA's own window a script can't change the console, so a game for another one is refused with 501. save in the answer says whether the game's saves are kept.")
            .TakesQuery()
            .TakesBody<RomChoice>("""{"name": "buttontest.gba"}""")
            .Produces<RomLoaded>()
            .RefusesLikeACommand(ProblemTypes.InvalidBody, ProblemTypes.UnknownRom, ProblemTypes.UnsupportedMediaType, ProblemTypes.Unsupported,
                ProblemTypes.EmulatorRefused, ProblemTypes.StorageFailed);
    }

    private static RomList List(string emulator, EmulatorDirectory emulators, RomFolder folder)
    {
        emulators.Get(emulator);
        return new RomList(folder.List());
    }

    private static async Task<RomLoaded> LoadAsync(string emulator, HttpContext context, EmulatorDirectory emulators, RomFolder folder)
    {
        var client = emulators.Get(emulator);
        var body = await JsonBody.ReadAsync(context.Request, RomJson.Context.RomChoice);
        var name = body.Name ?? throw new RequestException(ProblemTypes.MissingParameter, "name is missing; it is a ROM's, as GET …/roms lists it.", "name");
        var file = folder.Find(name);
        await client.LoadRomAsync(file.Path, reset: true, context.RequestAborted);
        // Runs after the reset, so all of it is the new game's.
        await client.RefreshAsync(context.RequestAborted);
        var description = EmulatorDescription.Of(client);
        return new RomLoaded(file.Name, description.Frame, description.Game);
    }
}

/// <summary>The ROMs that can be loaded.</summary>
internal sealed record RomList(IReadOnlyList<RomDescription> Roms);

/// <summary>A ROM to load, by its name in the folder.</summary>
internal sealed record RomChoice(string? Name);

/// <summary>The ROM that was loaded, the frame it is in, and what the game says of itself.</summary>
internal sealed record RomLoaded(string Name, long Frame, GameDescription? Game);
