using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Symbols;
using Bridge.SocketPool;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.Api.Features.Inspection;

/// <summary>Finds out what the code of a game did in frames of its history. The game doesn't notice it.</summary>
internal sealed class PastInspector(PastRuns runs, SymbolStores symbols)
{
    private const int FramesOfCoverage = 600;

    /// <summary>Finds the instruction that wrote last to a range.</summary>
    /// <param name="client">The emulator.</param>
    /// <param name="range">The first and last address on the bus.</param>
    /// <param name="frames">How many of the last frames.</param>
    /// <param name="cancellationToken">Cancels it.</param>
    /// <exception cref="RequestException">It can't be found out.</exception>
    public async Task<LastWriterResponse> FindWriterAsync(
        EmulatorClient client, (uint First, uint Last) range, long frames, CancellationToken cancellationToken)
    {
        var span = await SpanAsync(client, from: null, to: null, frames, cancellationToken);
        var (lines, before) = await runs.AskAsync(client, span, $"writer:{range.First}:{range.Last}", cancellationToken);
        var (write, since) = InspectionReader.ReadWriter(lines, before);
        var named = write is null
            ? null : write with { PcSymbol = symbols.Of(client).Now()?.Nearest(Convert.ToUInt32(write.Pc, 16), domain: null) };
        return new LastWriterResponse(span.From, span.To, named, since);
    }

    /// <summary>Finds the code that ran.</summary>
    /// <param name="client">The emulator.</param>
    /// <param name="from">The first frame; null: the last 600.</param>
    /// <param name="to">The last frame; null: the present.</param>
    /// <param name="except">Frames whose code is left out; null: none.</param>
    /// <param name="cancellationToken">Cancels it.</param>
    /// <exception cref="RequestException">It can't be found out.</exception>
    public async Task<CoverageResponse> CoverAsync(
        EmulatorClient client, long? from, long? to, FrameSpan? except, CancellationToken cancellationToken)
    {
        var span = await SpanAsync(client, from, to, FramesOfCoverage, cancellationToken);
        var (ranges, instructions, more) = await CoverAsync(client, span, cancellationToken);
        if (except is { } other)
        {
            var others = await SpanAsync(client, other.From, other.To, frames: 1, cancellationToken);
            var (left, _, unknown) = await CoverAsync(client, others, cancellationToken);
            if (unknown > 0)
            {
                throw new RequestException(ProblemTypes.Conflict,
                    "The code that ran from exceptFrom to exceptTo has too many ranges to be left out; use fewer frames.", "exceptFrom");
            }

            ranges = [.. CodePlaces.Except(ranges, left)];
        }

        return new CoverageResponse(
            span.From, span.To, instructions, ranges.Sum(range => range.Last - range.First + 1),
            [.. ranges.SelectMany(InspectionReader.Describe)], more);
    }

    /// <summary>Lists instructions that ran in a frame.</summary>
    /// <param name="client">The emulator.</param>
    /// <param name="at">The frame; null: the latest one.</param>
    /// <param name="skip">The instructions before the first one.</param>
    /// <param name="lines">How many instructions.</param>
    /// <param name="hasRegisters">Whether they have registers.</param>
    /// <param name="cancellationToken">Cancels it.</param>
    /// <exception cref="RequestException">It can't be found out.</exception>
    public async Task<TraceResponse> TraceAsync(
        EmulatorClient client, long? at, long skip, long lines, bool hasRegisters, CancellationToken cancellationToken)
    {
        var span = await SpanAsync(client, at, at, frames: 1, cancellationToken);
        var (steps, before) = await runs.AskAsync(client, span, $"trace:{skip}:{lines}", cancellationToken);
        var names = symbols.Of(client).Now();
        var trace = InspectionReader.ReadTrace(steps, before, hasRegisters);
        return new TraceResponse(span.To, names is null
            ? trace : [.. trace.Select(each => each with { Symbol = names.Nearest(Convert.ToUInt32(each.Address, 16), domain: null) })]);
    }

    private async Task<(List<CodePlaces> Ranges, long Instructions, long More)> CoverAsync(
        EmulatorClient client, FrameSpan span, CancellationToken cancellationToken)
    {
        var (lines, _) = await runs.AskAsync(client, span, "coverage", cancellationToken);
        return InspectionReader.ReadCoverage(lines);
    }

    private static async Task<FrameSpan> SpanAsync(
        EmulatorClient client, long? from, long? to, long frames, CancellationToken cancellationToken) =>
        FrameSpan.Of(await client.GetHistoryAsync(cancellationToken), from, to, frames);
}
