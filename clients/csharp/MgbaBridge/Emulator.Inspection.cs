using static MgbaBridge.InspectionsJson;

namespace MgbaBridge;

public sealed partial class Emulator
{
    /// <summary>Returns the calls that led to where the processor is, the latest first, as far as the stack shows them.</summary>
    public async Task<IReadOnlyList<StackCall>> GetCallStackAsync(CancellationToken cancellationToken = default)
    {
        var stack = await Transport.SendAsync(Call.Get($"{_path}/callstack"), Default.CallStackJson, cancellationToken)
            .ConfigureAwait(false);
        return [.. stack.Calls.Select(each => each.StackCall)];
    }

    /// <summary>Finds the instruction that wrote last to memory. Only the bundled emulator can.</summary>
    /// <param name="address">The first address.</param>
    /// <param name="length">1 to 4,096 bytes.</param>
    /// <param name="frames">How many of the latest frames of the history to search, 1 to 36,000; null: 3,600.</param>
    /// <param name="cancellationToken">Cancels the request.</param>
    /// <returns>The write; null: there was none.</returns>
    public async Task<LastWrite?> GetLastWriterAsync(
        MemoryAddress address, int length = 1, int? frames = null, CancellationToken cancellationToken = default)
    {
        var target = $"{_path}/last-writer?address={Uri.EscapeDataString(address.Text)}&length={length}{Part("frames", frames)}";
        return (await Transport.SendAsync(Call.Get(target), Default.LastWriterJson, cancellationToken).ConfigureAwait(false)).LastWrite;
    }

    /// <summary>Returns which code of the game ran. Only the bundled emulator can.</summary>
    /// <param name="span">The first and last frame of the history; null: the last 600.</param>
    /// <param name="without">The first and last frame whose code is left out; null: none.</param>
    /// <param name="cancellationToken">Cancels the request.</param>
    public async Task<Coverage> GetCoverageAsync(
        (long From, long To)? span = null, (long From, long To)? without = null, CancellationToken cancellationToken = default)
    {
        var query = Part("from", span?.From) + Part("to", span?.To) + Part("exceptFrom", without?.From) + Part("exceptTo", without?.To);
        var target = $"{_path}/coverage{(query.Length == 0 ? "" : "?" + query[1..])}";
        var found = await Transport.SendAsync(Call.Get(target), Default.CoverageJson, cancellationToken).ConfigureAwait(false);
        var ranges = found.Ranges.Select(
            range => new CodeRange(range.Bank, Convert.ToUInt32(range.First, 16), Convert.ToUInt32(range.Last, 16)));
        return new Coverage(found.Instructions, [.. ranges], found.More);
    }

    /// <summary>Returns the instructions that ran in a frame. Only the bundled emulator can.</summary>
    /// <param name="at">The frame of the history; null: the latest.</param>
    /// <param name="skip">How many of the frame's instructions to skip.</param>
    /// <param name="lines">Max instructions, 1 to 10,000.</param>
    /// <param name="registers">Whether each instruction has its registers.</param>
    /// <param name="cancellationToken">Cancels the request.</param>
    public async Task<IReadOnlyList<TracedInstruction>> GetTraceAsync(
        long? at = null, int skip = 0, int lines = 100, bool registers = false, CancellationToken cancellationToken = default)
    {
        var target = $"{_path}/trace?skip={skip}&lines={lines}{Part("at", at)}{(registers ? "&registers=true" : "")}";
        var trace = await Transport.SendAsync(Call.Get(target), Default.TraceJson, cancellationToken).ConfigureAwait(false);
        return
        [
            .. trace.Instructions.Select(each => new TracedInstruction(
                each.At, each.Cycle, Convert.ToUInt32(each.Address, 16), Convert.FromHexString(each.Hex), each.Text, each.Registers)),
        ];
    }

    private static string Part(string name, long? number) => number is null ? "" : FormattableString.Invariant($"&{name}={number}");
}
