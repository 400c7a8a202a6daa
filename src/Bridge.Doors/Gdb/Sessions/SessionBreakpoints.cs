using Bridge.Doors.Gdb.Packets;
using Bridge.SocketPool;
using Bridge.SocketPool.Framing;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.Doors.Gdb.Sessions;

/// <summary>The breakpoints that a debugger has set.</summary>
internal sealed class SessionBreakpoints(EmulatorClient emulator)
{
    private const string TooLong = "E22"; // ERANGE, in hexadecimal.

    private readonly Dictionary<BreakpointPacket, (int Id, uint First)> _set = [];
    private readonly HashSet<int> _ended = [];

    /// <summary>Sets one, unless it is set.</summary>
    /// <returns>The answer.</returns>
    /// <exception cref="EmulatorException">There are too many, or there is no such memory.</exception>
    public async Task<string> SetAsync(BreakpointPacket wanted, CancellationToken cancellationToken)
    {
        if (_set.ContainsKey(wanted))
            return "OK";
        if (wanted.Length > WireLimits.BreakpointBytes)
            return TooLong;
        // Without a condition and a limit. SetBreakpointAsync takes the address as a parameter of its own.
        var breakpoint = new Breakpoint(
            Id: 0, wanted.On, First: 0, wanted.Length, Compare: null, Mask: uint.MaxValue, Value: 0, Register: null, Limit: 0, Hits: 0,
            Stop: (int)DebuggedGame.StopTime.TotalMilliseconds);
        // The lowest bit of an instruction's address is no part of it.
        var address = wanted.Type < 2 ? wanted.Address & ~1u : wanted.Address;
        var (id, first, _) = await emulator.SetBreakpointAsync(address, breakpoint, cancellationToken).ConfigureAwait(false);
        _set[wanted] = (id, first);
        return "OK";
    }

    /// <summary>Ends one, if it is set.</summary>
    /// <returns>The answer.</returns>
    public async Task<string> ClearAsync(BreakpointPacket ended, CancellationToken cancellationToken)
    {
        if (_set.TryGetValue(ended, out var set))
        {
            await emulator.ClearBreakpointAsync(set.Id, cancellationToken).ConfigureAwait(false);
            _set.Remove(ended);
        }

        return "OK";
    }

    /// <summary>Returns whether a breakpoint was among those that <see cref="ClearAsync()"/> ended.</summary>
    public bool WasSet(int id) => _ended.Contains(id);

    /// <summary>Ends all.</summary>
    public async Task ClearAsync()
    {
        foreach (var (id, _) in _set.Values)
        {
            _ended.Add(id);
            try
            {
                await emulator.ClearBreakpointAsync(id, CancellationToken.None).ConfigureAwait(false);
            }
            catch (EmulatorException)
            {
                // It ended with its game.
            }
        }

        _set.Clear();
    }

    /// <summary>Describes a stop by the use of memory, like <c>watch:2000000;</c>, at the address that the debugger knows.</summary>
    /// <returns>Nothing for another stop.</returns>
    public string Describe(GameStop stop)
    {
        var (packet, set) = _set.FirstOrDefault(pair => pair.Value.Id == stop.Hit.Id);
        if (set.Id == 0 || packet.StopName is not { } name)
            return "";
        // A wider access may begin before the watched range.
        var into = stop.Hit.Address > set.First ? Math.Min(stop.Hit.Address - set.First, packet.Length - 1) : 0;
        return $"{name}:{packet.Address + into:x};";
    }
}
