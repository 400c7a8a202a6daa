using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.States;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;

namespace Bridge.Api.Features.Compat;

/// <summary>
/// Maps the routes of /core that take the path of a file. mGBA itself opens ROMs and save files, so it has to see the folder under the
/// same path; the bridge reads and writes the other files and transfers their bytes.
/// </summary>
internal static class CoreFileEndpoints
{
    internal static readonly ParameterNote Rom = Path("buttontest.gba");

    private static readonly ParameterNote Temporary = new("temporary",
        "true: the game can save, but the file does not change. false: the game writes the file.", "true")
        { Rule = new FlagRule("temporary"), IsRequired = true };

    public static void MapCoreFiles(this IEndpointRouteBuilder routes, EmulatorClient emulator, FileFolder folder)
    {
        DescribePath(routes.MapPost("/core/loadfile", async (string? path, CancellationToken cancellationToken) =>
        {
            await emulator.LoadRomAsync(folder.ForEmulator(path), reset: false, cancellationToken);
            return MgbaHttpEndpoints.Worked;
        }), "CoreLoadFile", "Loads a ROM without a reset",
            "Returns true. Does not start the game; /mgba-http/extension/loadfile loads and starts it.", [Rom]).Needs(Scope.Admin);
        DescribePath(routes.MapPost("/core/loadsavefile", async (string? path, string? temporary, CancellationToken cancellationToken) =>
        {
            var isTemporary = Parameters.Flag(MgbaHttpQuery.Required(temporary, "temporary", "true or false"), "temporary");
            await emulator.LoadSaveAsync(folder.ForEmulator(path), isTemporary, cancellationToken);
            return MgbaHttpEndpoints.Worked;
        }), "CoreLoadSaveFile", "Loads another save file",
            "Returns true. The file must exist.", [Path("buttontest.sav"), Temporary]).Needs(Scope.Admin);
        DescribePath(routes.MapPost("/core/loadstatefile", async (string? path, string? flags, CancellationToken cancellationToken) =>
        {
            var parts = MgbaHttpQuery.Flags(flags, StateParts.Loaded);
            await emulator.LoadStateAsync(parts, StatePng.Unpack(folder.Read(path)), cancellationToken);
            return MgbaHttpEndpoints.Worked;
        }), "CoreLoadStateFile", "Loads a state from a file", "Returns true.",
            [Path("buttontest.ss1"), CoreStateEndpoints.LoadFlags]).Needs(Scope.States);
        DescribePath(routes.MapPost("/core/savestatefile", async (string? path, string? flags, CancellationToken cancellationToken) =>
        {
            var parts = MgbaHttpQuery.Flags(flags, StateParts.All);
            using var target = folder.ForWriting(path);
            using var state = await SavedState.SaveAsync(emulator, parts, cancellationToken);
            await folder.WriteAsync(target, state.Bytes, cancellationToken);
            return MgbaHttpEndpoints.Worked;
        }), "CoreSaveStateFile", "Saves a state to a file",
            "Returns true. Replaces an existing file.", [Path("saved.ss1"), CoreStateEndpoints.SaveFlags])
            .Needs(Scope.States).Refuses(ProblemTypes.TooManyFiles, ProblemTypes.StorageFull);
        DescribePath(routes.MapPost("/core/screenshot", async (string? path, CancellationToken cancellationToken) =>
        {
            using var target = folder.ForWriting(path);
            using var picture = await emulator.TakePictureAsync(cancellationToken);
            await folder.WriteAsync(target, picture.Payload, cancellationToken);
            return MgbaHttpEndpoints.Done;
        }), "CoreScreenshot", "Saves the screen as a PNG",
            "Replaces an existing file. GET /emulators/{emulator}/screen returns the picture itself.", [Path("screen.png")])
            .Needs(Scope.States).Refuses(ProblemTypes.TooManyFiles, ProblemTypes.StorageFull);
        routes.MapPost("/core/autoloadsave", async (CancellationToken cancellationToken) =>
            {
                await emulator.AutoloadSaveAsync(cancellationToken);
                return MgbaHttpEndpoints.Worked;
            })
            .Needs(Scope.Admin)
            .Describe("CoreAutoloadSave", "Loads the save file that belongs to the ROM", "Returns true.")
            .TakesQuery()
            .ProducesText(ProblemTypes.Unsupported);
    }

    internal static RouteHandlerBuilder DescribePath(
        RouteHandlerBuilder endpoint, string name, string summary, string description, ParameterNote[] parameters) => endpoint
        .Describe(name, summary, description)
        .TakesQuery(parameters)
        .MapsArgument("payload", "path")
        .ProducesText(ProblemTypes.MissingParameter, ProblemTypes.NotFound, ProblemTypes.TooLarge, ProblemTypes.RefusedState,
            ProblemTypes.StorageFailed, ProblemTypes.Unsupported);

    private static ParameterNote Path(string example) =>
        new("path", "A file in Bridge:FileFolder, relative to that folder or as an absolute path.", example)
            { Rule = FileFolder.PathRule, IsRequired = true };
}
