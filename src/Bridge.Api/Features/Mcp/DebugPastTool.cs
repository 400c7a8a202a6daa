using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Inspection;
using Bridge.Api.Features.Symbols;
using Bridge.SocketPool;
using ModelContextProtocol.Protocol;

namespace Bridge.Api.Features.Mcp;

/// <summary>Asks what the game's code did in frames of the history.</summary>
internal sealed class DebugPastTool(ToolParts parts, PastInspector inspector, SymbolStores symbols)
    : GameTool<DebugPastArguments>(parts, Name, Scope.Read, McpJson.Context.DebugPastArguments)
{
    public const string Name = "debug_past";

    // Limits what the model has to read.
    private const int MaxLines = 200, DefaultLines = 40, MaxRanges = 100;

    protected override async Task<CallToolResult> RunAsync(
        McpTarget target, DebugPastArguments given, CancellationToken cancellationToken)
    {
        object?[] kinds = [given.WriterOf, given.TraceAt, given.Coverage];
        var count = kinds.Count(kind => kind is not null);
        if (count != 1)
        {
            throw new RequestException(
                ProblemTypes.InvalidParameter, $"Exactly one of writerOf, traceAt and coverage is required; got {count}.");
        }

        var emulator = target.Emulator;
        var past = given.WriterOf is not null ? await FindWriterAsync(emulator, given, cancellationToken)
            : given.Coverage is not null ? await CoverAsync(emulator, given, cancellationToken)
            : await TraceAsync(emulator, given, cancellationToken);
        return ToolResult.Structured(past, McpJson.Context.DebugPast);
    }

    private async Task<DebugPast> FindWriterAsync(EmulatorClient emulator, DebugPastArguments given, CancellationToken cancellationToken)
    {
        var range = InspectionRules.RangeOf(
            given.WriterOf, InspectionRules.Length.Of(given.Length), await symbols.Of(emulator).ReadyAsync());
        return new DebugPast(Writer: await inspector.FindWriterAsync(
            emulator, range, InspectionRules.Frames.Default!.Value, cancellationToken));
    }

    private async Task<DebugPast> TraceAsync(EmulatorClient emulator, DebugPastArguments given, CancellationToken cancellationToken)
    {
        var lines = given.Lines ?? DefaultLines;
        Parameters.InRange(lines, "lines", 1, MaxLines);
        var trace = await inspector.TraceAsync(
            emulator, InspectionRules.At.Check(given.TraceAt!.Value), InspectionRules.Skip.Of(given.Skip), lines, hasRegisters: false,
            cancellationToken);
        return new DebugPast(Trace: [.. trace.Instructions.Select(each => $"{each.Address} {each.Text}")]);
    }

    private async Task<DebugPast> CoverAsync(EmulatorClient emulator, DebugPastArguments given, CancellationToken cancellationToken)
    {
        var (span, except) = (SpanOf(given.Coverage, "coverage"), given.Except is null ? null : (FrameSpan?)SpanOf(given.Except, "except"));
        var coverage = await inspector.CoverAsync(emulator, span.From, span.To, except, cancellationToken);
        var ranges = coverage.Ranges.Take(MaxRanges).ToArray();
        return new DebugPast(Coverage: coverage with { Ranges = ranges, More = coverage.More + coverage.Ranges.Count - ranges.Length });
    }

    private static FrameSpan SpanOf(IReadOnlyList<int>? frames, string name) => frames is [var from, var to]
        ? new FrameSpan(from, to)
        : throw new RequestException(ProblemTypes.InvalidParameter, $"{name} must be two frames of the history: [first, last].", name);
}
