using Bridge.Api.Contract.Parsing;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Events;

namespace Bridge.Api.Features.Events;

/// <summary>Describes the hits of breakpoints.</summary>
internal static class BreakpointHits
{
    private static readonly string[] OfGba = [.. Enumerable.Range(0, 16).Select(number => $"r{number}"), "cpsr"];
    private static readonly string[] OfGameBoy = ["a", "f", "b", "c", "d", "e", "h", "l", "sp", "pc"];

    /// <summary>Returns the event of a hit.</summary>
    /// <param name="hit">The hit.</param>
    /// <param name="symbols">The names of the game; null: it has none.</param>
    public static BreakpointEvent Describe(BreakpointHit hit, GameNames? symbols = null)
    {
        var (isExecute, isWrite) = (hit.On == BreakpointAccess.Execute, hit.On == BreakpointAccess.Write);
        return new BreakpointEvent(
            hit.Id, isExecute ? "execute" : isWrite ? "write" : "read", hit.Frame, hit.Cycle, Parameters.Hex(hit.ProgramCounter),
            Parameters.Hex(hit.Address), isExecute ? null : hit.Size, isWrite ? hit.Before : null, isExecute ? null : hit.After, hit.IsDma,
            NameRegisters(hit.Registers))
        {
            PcSymbol = symbols?.Nearest(hit.ProgramCounter, domain: null),
            Symbol = symbols?.Nearest(hit.Address, domain: null),
        };
    }

    /// <summary>Returns registers by name.</summary>
    public static IReadOnlyDictionary<string, long> NameRegisters(IReadOnlyList<uint> registers) =>
        (registers.Count == OfGba.Length ? OfGba : OfGameBoy).Zip(registers).ToDictionary(pair => pair.First, pair => (long)pair.Second);
}
