using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Server.Bodies;
using Bridge.Api.Server.Responses;
using Bridge.Api.Server.Security;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Framing;

namespace Bridge.Api.Features.States;

/// <summary>Maps save states as bytes, and mGBA's own slots.</summary>
internal static class StateEndpoints
{
    /// <summary>Gets the rule for the number of a slot.</summary>
    public static IntegerRule SlotNumber { get; } = new("slot", 0, 9);

    /// <summary>A PNG with the state inside, as mGBA's window saves it.</summary>
    private const string PngType = "image/png";

    private static readonly FlagRule Picture = new("picture");

    private static readonly ParameterNote Slot = new("slot", "mGBA's window uses 0 itself.", "1") { Rule = SlotNumber };

    public static void MapState(this IEndpointRouteBuilder routes)
    {
        var states = routes.MapGroup("").WithTags("States");
        states.MapGet("/state", SaveAsync)
            .Needs(Scope.States)
            .Describe("GetState", "Returns the save state of the game as bytes",
                "The state has the machine state, the save memory, the cheats of mGBA's window, the cartridge's clock and the time of "
                + "saving, in mGBA's own format. Saving takes about a millisecond. The bundled emulator adds the picture as pixels; a "
                + "state of another emulator has no picture, and the screen shows a loaded state from its next frame. With picture=true "
                + "the state is a PNG with the picture, as mGBA's window saves it; this takes some milliseconds.")
            .TakesQuery(new ParameterNote("picture", "true: return a PNG with the picture.", "") { Rule = Picture })
            .SendsHeaders(ResponseHeader.Frame)
            .Produces(StatusCodes.Status200OK)
            .WithMetadata(new BinaryResponse(RawBody.ContentType))
            .RefusesLikeACommand(ProblemTypes.Held, ProblemTypes.Unsupported, ProblemTypes.EmulatorRefused);
        states.MapPut("/state", LoadAsync)
            .Needs(Scope.States)
            .Describe("PutState", "Loads a save state",
                "Accepts what GET returns and what mGBA's window saves, at most 2 MiB. A damaged state, or a state of another game, is "
                + "refused and changes nothing. The game sees the save memory of the state; the save file does not change until the game "
                + "saves. Held buttons stay held, and presses continue. The frame number becomes that of the state.")
            .TakesQuery()
            .TakesBytes(WireLimits.PayloadBytes, isOptional: false, RawBody.ContentType, PngType)
            .Produces<FrameResponse>()
            .RefusesLikeACommand(ProblemTypes.Held, ProblemTypes.InvalidBody, ProblemTypes.RefusedState, ProblemTypes.TooLarge,
                ProblemTypes.UnsupportedMediaType, ProblemTypes.Unsupported);
        states.MapPost("/slots/{slot}/save", SaveSlotAsync)
            .Needs(Scope.States)
            .Describe("SaveSlot", "Saves a state to one of mGBA's slots",
                "mGBA writes a file next to the game or in its folder for states; the bundled emulator writes it in its save directory.")
            .TakesPath(Slot)
            .TakesQuery()
            .Produces<SlotResponse>()
            .RefusesLikeACommand(ProblemTypes.Held, ProblemTypes.EmulatorRefused, ProblemTypes.Unsupported);
        states.MapPost("/slots/{slot}/load", LoadSlotAsync)
            .Needs(Scope.States)
            .Describe("LoadSlot", "Loads a state from one of mGBA's slots",
                "An empty or damaged slot, or a slot of another game, is refused and changes nothing.")
            .TakesPath(Slot)
            .TakesQuery()
            .Produces<SlotResponse>()
            .RefusesLikeACommand(ProblemTypes.Held, ProblemTypes.RefusedState, ProblemTypes.Unsupported);
    }

    private static async Task SaveAsync(string emulator, string? picture, HttpContext context, EmulatorDirectory emulators)
    {
        var client = emulators.Get(emulator);
        var parts = Picture.Parse(picture) ? StateParts.All : StateParts.Fast;
        using var state = await SavedState.SaveAsync(client, parts, context.RequestAborted);
        BufferedResponse.Write(context.Response, state.Bytes.Span, state.Frame, RawBody.ContentType);
    }

    private static async Task<FrameResponse> LoadAsync(string emulator, HttpContext context, EmulatorDirectory emulators)
    {
        var client = emulators.Get(emulator);
        var state = await RawBody.ReadAsync(context.Request, WireLimits.PayloadBytes, "a save state");
        return new FrameResponse(await client.LoadStateAsync(StateParts.Loaded, StatePng.Unpack(state), context.RequestAborted));
    }

    private static async Task<SlotResponse> SaveSlotAsync(string emulator, string slot, EmulatorDirectory emulators,
        CancellationToken cancellationToken)
    {
        var (client, number) = (emulators.Get(emulator), SlotOf(slot));
        return new SlotResponse(number, await client.SaveSlotAsync(number, StateParts.All, cancellationToken));
    }

    private static async Task<SlotResponse> LoadSlotAsync(string emulator, string slot, EmulatorDirectory emulators,
        CancellationToken cancellationToken)
    {
        var (client, number) = (emulators.Get(emulator), SlotOf(slot));
        return new SlotResponse(number, await client.LoadSlotAsync(number, StateParts.Loaded, cancellationToken));
    }

    private static int SlotOf(string text) => text.Length == 1 ? SlotNumber.Parse(text) : throw Parameters.Refuse("slot", text, "0 to 9");
}
