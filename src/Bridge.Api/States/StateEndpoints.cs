using Bridge.Api.Emulators;
using Bridge.Api.Errors;
using Bridge.Api.Http;
using Bridge.Api.OpenApi;
using Bridge.Api.Parsing;
using Bridge.Api.Security;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Framing;

namespace Bridge.Api.States;

/// <summary>Save states as bytes, and mGBA's own slots.</summary>
internal static class StateEndpoints
{
    /// <summary>A PNG with the state inside, as mGBA's window saves it.</summary>
    private const string PngType = "image/png";

    private static readonly ParameterNote Slot = new("slot", "0 to 9; mGBA's window uses 0 for itself.", "1");

    public static void MapState(this IEndpointRouteBuilder routes)
    {
        var states = routes.MapGroup("").WithTags("States");
        states.MapGet("/state", SaveAsync)
            .Needs(Scope.States)
            .Describe("GetState", "The game's save state as bytes",
                "Holds the machine, the save memory, the cheats, the cartridge's clock, and when it was made, in mGBA's own format; it "
                + "takes about a millisecond. The bundled emulator adds the picture as pixels. Elsewhere there is none, and the screen "
                + "shows a loaded state from its next frame on. With picture=true the state is a PNG with the picture, as mGBA's window "
                + "saves it, which takes some milliseconds.")
            .TakesQuery(new ParameterNote("picture", "true: a PNG with the picture; default false.", ""))
            .Produces(StatusCodes.Status200OK)
            .WithMetadata(new BinaryAnswer(RawBody.ContentType))
            .RefusesLikeACommand(ProblemTypes.Unsupported, ProblemTypes.EmulatorRefused);
        states.MapPut("/state", LoadAsync)
            .Needs(Scope.States)
            .Describe("PutState", "Puts the game into a save state",
                "Takes what GET gives and what mGBA's window saves, up to 2 MiB. A state that is damaged, or of another game, is refused "
                + "and changes nothing. The game sees the state's save memory; the save file keeps its own until the game saves. Held "
                + "buttons stay held, and presses go on. The frame is that of the state.")
            .TakesQuery()
            .TakesBytes(WireLimits.PayloadBytes, isOptional: false, RawBody.ContentType, PngType)
            .Produces<FrameAnswer>()
            .RefusesLikeACommand(ProblemTypes.InvalidBody, ProblemTypes.RefusedState, ProblemTypes.TooLarge,
                ProblemTypes.UnsupportedMediaType, ProblemTypes.Unsupported);
        states.MapPost("/slots/{slot}/save", SaveSlotAsync)
            .Needs(Scope.States)
            .Describe("SaveSlot", "Saves the game into one of mGBA's slots",
                "A file beside the game, or in mGBA's folder for states; the bundled emulator's save directory.")
            .TakesPath(Slot)
            .TakesQuery()
            .Produces<SlotAnswer>()
            .RefusesLikeACommand(ProblemTypes.EmulatorRefused, ProblemTypes.Unsupported);
        states.MapPost("/slots/{slot}/load", LoadSlotAsync)
            .Needs(Scope.States)
            .Describe("LoadSlot", "Puts the game into the state of one of mGBA's slots",
                "An empty or damaged slot, or one of another game, is refused and changes nothing.")
            .TakesPath(Slot)
            .TakesQuery()
            .Produces<SlotAnswer>()
            .RefusesLikeACommand(ProblemTypes.RefusedState, ProblemTypes.Unsupported);
    }

    private static async Task SaveAsync(string emulator, string? picture, HttpContext context, EmulatorDirectory emulators)
    {
        var client = emulators.Get(emulator);
        var parts = picture is not null && Parameters.Flag(picture, "picture") ? StateParts.All : StateParts.Fast;
        using var state = await client.SaveStateAsync(parts, context.RequestAborted);
        Payloads.Write(context.Response, state, RawBody.ContentType);
    }

    private static async Task<FrameAnswer> LoadAsync(string emulator, HttpContext context, EmulatorDirectory emulators)
    {
        var client = emulators.Get(emulator);
        var state = await RawBody.ReadAsync(context.Request, WireLimits.PayloadBytes, "a save state");
        return new FrameAnswer(await client.LoadStateAsync(StateParts.Loaded, StatePng.Unpack(state), context.RequestAborted));
    }

    private static async Task<SlotAnswer> SaveSlotAsync(string emulator, string slot, EmulatorDirectory emulators,
        CancellationToken cancellationToken)
    {
        var (client, number) = (emulators.Get(emulator), SlotOf(slot));
        return new SlotAnswer(number, await client.SaveSlotAsync(number, StateParts.All, cancellationToken));
    }

    private static async Task<SlotAnswer> LoadSlotAsync(string emulator, string slot, EmulatorDirectory emulators,
        CancellationToken cancellationToken)
    {
        var (client, number) = (emulators.Get(emulator), SlotOf(slot));
        return new SlotAnswer(number, await client.LoadSlotAsync(number, StateParts.Loaded, cancellationToken));
    }

    private static int SlotOf(string text) => text is [>= '0' and <= '9'] ? text[0] - '0' : throw Parameters.Refuse("slot", text, "0 to 9");
}
