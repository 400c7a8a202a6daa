using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Features.Symbols;
using Bridge.Api.Server.Diagnostics;
using Bridge.Api.Server.Security;

namespace Bridge.Api.Features.Inspection;

/// <summary>Maps questions about what the game's code did in frames of the history.</summary>
internal static class InspectionEndpoints
{
    private const string HowItWorks =
        "The frames of the history run again in a process of its own; the game doesn't notice it. Frames are numbered as in GET "
        + "…/history. At most 36,000 frames; Bridge:Movies:Verifications limits how many such requests run at the same time, "
        + "Bridge:Movies:VerifyTime how long. Only the bundled emulator has a history; others respond with 501.";

    public static void MapInspection(this IEndpointRouteBuilder routes)
    {
        var group = routes.MapGroup("").WithTags("Breakpoints");
        Finish(group.MapGet("/last-writer", GetWriterAsync)
            .Describe("GetLastWriter", "Finds the instruction that wrote last to memory",
                "Looks at the last frames of the history. since is true if the memory has another value at their end, so that a client "
                + "or a loaded state wrote it. " + HowItWorks)
            .TakesQuery(
                new ParameterNote("address", "Where the range begins: an address on the bus or a symbol.", "0x02000000")
                    { Rule = PointerChain.PlainAddressRule, IsRequired = true },
                new ParameterNote("length", "The bytes of the range.", "4") { Rule = InspectionRules.Length },
                new ParameterNote("frames", "How many of the last frames.", "600") { Rule = InspectionRules.Frames })
            .Produces<LastWriterResponse>());
        Finish(group.MapGet("/coverage", GetCoverageAsync)
            .Describe("GetCoverage", "Tells which code of the game ran",
                "Ranges of addresses whose instructions ran in the frames from to to, by default the last 600. With exceptFrom and "
                + "exceptTo, without those that ran in these frames too: what a button does, for example. At most 65,536 ranges. "
                + HowItWorks)
            .TakesQuery(
                new ParameterNote("from", "The first frame.", "") { Rule = InspectionRules.From },
                new ParameterNote("to", "The last frame; default the present.", "") { Rule = InspectionRules.To },
                new ParameterNote("exceptFrom", "The first frame whose code is left out; requires exceptTo.", "")
                    { Rule = InspectionRules.ExceptFrom },
                new ParameterNote("exceptTo", "The last frame whose code is left out; requires exceptFrom.", "")
                    { Rule = InspectionRules.ExceptTo })
            .Produces<CoverageResponse>());
        Finish(group.MapGet("/trace", GetTraceAsync)
            .Describe("GetTrace", "Lists the instructions that ran in a frame",
                "In their order, each with its frame, cycle, address and text, and with registers=true the registers before it. "
                + HowItWorks)
            .TakesQuery(
                new ParameterNote("at", "The frame; default the latest one.", "") { Rule = InspectionRules.At },
                new ParameterNote("skip", "The instructions of the frame before the first one.", "0") { Rule = InspectionRules.Skip },
                new ParameterNote("lines", "The number of instructions.", "20") { Rule = InspectionRules.Lines },
                new ParameterNote("registers", "Whether each has its registers.", "") { Rule = InspectionRules.Registers })
            .Produces<TraceResponse>());
    }

    private static void Finish(RouteHandlerBuilder operation) => operation
        .Needs(Scope.Read)
        .RefusesLikeACommand(ProblemTypes.InvalidParameter, ProblemTypes.UnknownRom, ProblemTypes.Conflict, ProblemTypes.TooLarge,
            ProblemTypes.EmulatorFailed, ProblemTypes.EmulatorRefused, ProblemTypes.StorageFailed, ProblemTypes.Cancelled,
            ProblemTypes.Unsupported)
        .WithMetadata(new WaitsForFrames());

    private static async Task<LastWriterResponse> GetWriterAsync(
        string emulator, string? address, string? length, string? frames, EmulatorDirectory emulators, SymbolStores symbols,
        PastInspector inspector, CancellationToken cancellationToken)
    {
        var client = emulators.Get(emulator);
        var range = InspectionRules.RangeOf(
            address, InspectionRules.Length.ParseOrDefault(length), await symbols.Of(client).ReadyAsync());
        return await inspector.FindWriterAsync(client, range, InspectionRules.Frames.ParseOrDefault(frames), cancellationToken);
    }

    private static Task<CoverageResponse> GetCoverageAsync(
        string emulator, string? from, string? to, string? exceptFrom, string? exceptTo, EmulatorDirectory emulators,
        PastInspector inspector, CancellationToken cancellationToken)
    {
        var client = emulators.Get(emulator);
        if (exceptFrom is null != exceptTo is null)
            throw new RequestException(ProblemTypes.InvalidParameter, "exceptFrom and exceptTo require each other.", "exceptFrom");
        FrameSpan? except = exceptFrom is null
            ? null : new FrameSpan(InspectionRules.ExceptFrom.Parse(exceptFrom), InspectionRules.ExceptTo.Parse(exceptTo!));
        return inspector.CoverAsync(
            client, NumberOf(InspectionRules.From, from), NumberOf(InspectionRules.To, to), except, cancellationToken);
    }

    private static Task<TraceResponse> GetTraceAsync(
        string emulator, string? at, string? skip, string? lines, string? registers, EmulatorDirectory emulators,
        PastInspector inspector, CancellationToken cancellationToken) => inspector.TraceAsync(
        emulators.Get(emulator), NumberOf(InspectionRules.At, at), InspectionRules.Skip.ParseOrDefault(skip),
        InspectionRules.Lines.ParseOrDefault(lines), InspectionRules.Registers.Parse(registers), cancellationToken);

    private static long? NumberOf(IntegerRule rule, string? text) => text is null ? null : rule.Parse(text);
}
