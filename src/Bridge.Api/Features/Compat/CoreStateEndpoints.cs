using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Features.States;
using Bridge.Api.Server.Security;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;

namespace Bridge.Api.Features.Compat;

/// <summary>Maps /core: save states as text, and in mGBA's slots.</summary>
internal static class CoreStateEndpoints
{
    internal static readonly ParameterNote SaveFlags = new("flags",
        "What to save besides the machine state; default 31 (everything).", "31") { Rule = MgbaHttpQuery.FlagsRule(StateParts.All) };
    internal static readonly ParameterNote LoadFlags = new("flags",
        "What to load besides the machine state; default 29 (everything except the save memory).", "29")
        { Rule = MgbaHttpQuery.FlagsRule(StateParts.Loaded) };

    private static readonly ParameterNote Slot = new("slot", "One of mGBA's slots.", "9")
        { Rule = StateEndpoints.SlotNumber, IsRequired = true };

    public static void MapCoreStates(this IEndpointRouteBuilder routes, EmulatorClient emulator)
    {
        routes.MapPost("/core/savestatebuffer", async (string? flags, HttpContext context) =>
            {
                using var state = await SavedState.SaveAsync(
                    emulator, MgbaHttpQuery.Flags(flags, StateParts.All), context.RequestAborted);
                HexList.Write(context.Response, state.Bytes.Span);
            })
            .Needs(Scope.States)
            .Describe("CoreSaveStateBuffer", "Saves a state as text",
                "Returns two hexadecimal digits for each byte, separated by commas. PUT and GET /emulators/{emulator}/state transfer the "
                + "bytes themselves.")
            .TakesQuery(SaveFlags)
            .ProducesText(ProblemTypes.MissingParameter, ProblemTypes.Unsupported);
        routes.MapPost("/core/loadstatebuffer", async (string? flags, HttpContext context) =>
            {
                var parts = MgbaHttpQuery.Flags(flags, StateParts.Loaded);
                await emulator.LoadStateAsync(parts, StatePng.Unpack(await HexList.ReadAsync(context.Request)), context.RequestAborted);
                return MgbaHttpEndpoints.Worked;
            })
            .Needs(Scope.States)
            .Describe("CoreLoadStateBuffer", "Loads a state from text",
                "Accepts the text that /core/savestatebuffer returns, with or without square brackets.")
            .TakesQuery(LoadFlags)
            .TakesText(HexList.MaxTextLength + 1)
            .ProducesText(ProblemTypes.MissingParameter, ProblemTypes.RefusedState, ProblemTypes.Unsupported);
        routes.MapPost("/core/savestateslot", async (string? slot, string? flags, CancellationToken cancellationToken) =>
            {
                await emulator.SaveSlotAsync(Number(slot), MgbaHttpQuery.Flags(flags, StateParts.All), cancellationToken);
                return MgbaHttpEndpoints.Worked;
            })
            .Needs(Scope.States)
            .Describe("CoreSaveStateSlot", "Saves a state to one of mGBA's slots", "Returns true.")
            .TakesQuery(Slot, SaveFlags)
            .ProducesText(ProblemTypes.MissingParameter, ProblemTypes.Unsupported);
        routes.MapPost("/core/loadstateslot", async (string? slot, string? flags, CancellationToken cancellationToken) =>
            {
                await emulator.LoadSlotAsync(Number(slot), MgbaHttpQuery.Flags(flags, StateParts.Loaded), cancellationToken);
                return MgbaHttpEndpoints.Worked;
            })
            .Needs(Scope.States)
            .Describe("CoreLoadStateSlot", "Loads a state from one of mGBA's slots", "Returns true. An empty slot is an error.")
            .TakesQuery(Slot, LoadFlags)
            .ProducesText(ProblemTypes.MissingParameter, ProblemTypes.RefusedState, ProblemTypes.Unsupported);
    }

    private static int Number(string? slot) => (int)MgbaHttpQuery.Number(slot, StateEndpoints.SlotNumber);
}
