using System.Net;
using System.Net.Sockets;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Server.Diagnostics;
using Bridge.Api.Server.Security;
using Bridge.Doors;
using Bridge.Doors.Listening;
using Bridge.SocketPool;

namespace Bridge.Api.Features.Doors;

/// <summary>Holds the doors that are open, at most one of each kind for each emulator.</summary>
internal sealed class OpenDoors
{
    private readonly Lock _gate = new();
    private readonly Dictionary<(EmulatorClient Emulator, DoorKind Kind), IDoor> _open = [];
    private readonly EmulatorDirectory _emulators;
    private readonly DoorOptions _options;
    private readonly TokenlessAccounts _accounts;
    private readonly TimeProvider _time;
    private readonly ILogger<OpenDoors> _logger;
    private Task _closing = Task.CompletedTask;
    private bool _isStopping;

    public OpenDoors(
        DoorOptions options, TokenlessAccounts accounts, EmulatorDirectory emulators, TimeProvider time, ILogger<OpenDoors> logger)
    {
        (_options, _accounts, _emulators, _time, _logger) = (options, accounts, emulators, time, logger);
        emulators.Removed += BeginClosing;
    }

    /// <summary>Returns the doors that are open.</summary>
    public IReadOnlyList<DoorDescription> DescribeAll()
    {
        lock (_gate)
        {
            return [.. _open.OrderBy(pair => pair.Key.Emulator.Name, StringComparer.Ordinal)
                .ThenBy(pair => pair.Key.Kind.Name, StringComparer.Ordinal).Select(pair => Describe(pair.Key.Kind, pair.Value))];
        }
    }

    /// <summary>Returns a door of an emulator, which may be closed.</summary>
    public DoorDescription Describe(EmulatorClient emulator, DoorKind kind)
    {
        lock (_gate)
            return _open.TryGetValue((emulator, kind), out var door) ? Describe(kind, door) : new DoorDescription(kind.Name, emulator.Name);
    }

    /// <summary>Opens a door of an emulator. One that is open stays as it is.</summary>
    /// <param name="emulator">The emulator.</param>
    /// <param name="kind">The kind.</param>
    /// <param name="port">The port; 0: the one where it is open, or the first free one at which the tool looks.</param>
    /// <param name="access">What its clients may do.</param>
    /// <exception cref="RequestException">
    /// The port is in use, or the door is open in another way: 409. The emulator has ended: 404.
    /// </exception>
    public void Open(EmulatorClient emulator, DoorKind kind, int port, DoorAccess access)
    {
        lock (_gate)
        {
            if (_isStopping)
                throw new RequestException(ProblemTypes.Stopping, "The bridge is stopping.");
            // If the emulator ends after this check, BeginClosing waits for the lock and then closes the door.
            if (!_emulators.Has(emulator))
                throw EmulatorDirectory.Ended(emulator);
            if (!_open.TryGetValue((emulator, kind), out var door))
                _open[(emulator, kind)] = Listen(emulator, kind, port == 0 ? kind.Ports : [port], access);
            else if (port != 0 && port != door.Address.Port)
                throw Conflict(emulator, kind, $"at port {door.Address.Port}", "port");
            else if (access != door.Access)
                throw Conflict(emulator, kind, $"for {DoorRules.NameOf(door.Access)}", "access");
        }
    }

    /// <summary>
    /// Opens a door at the first free one of some ports; does nothing if none is free, the door is open, or the emulator has ended.
    /// </summary>
    public void TryOpen(EmulatorClient emulator, DoorKind kind, IReadOnlyList<int> ports, DoorAccess access)
    {
        lock (_gate)
        {
            if (_isStopping || !_emulators.Has(emulator) || _open.ContainsKey((emulator, kind)))
                return;
            try
            {
                _open[(emulator, kind)] = Listen(emulator, kind, ports, access);
            }
            catch (RequestException refused)
            {
                Log.DoorNotOpened(_logger, emulator.Name, refused.Message);
            }
        }
    }

    /// <summary>Closes a door of an emulator, if it is open. Its client is disconnected, and the game continues.</summary>
    public Task CloseAsync(EmulatorClient emulator, DoorKind kind)
    {
        lock (_gate)
            return _open.Remove((emulator, kind), out var door) ? door.DisposeAsync().AsTask() : Task.CompletedTask;
    }

    /// <summary>Begins to close all doors, and opens no more.</summary>
    public void BeginClosingAll()
    {
        lock (_gate)
        {
            _isStopping = true;
            _closing = Task.WhenAll([_closing, .. _open.Values.Select(door => door.DisposeAsync().AsTask())]);
            _open.Clear();
        }
    }

    /// <summary>Closes all doors, and opens no more.</summary>
    public Task CloseAllAsync()
    {
        BeginClosingAll();
        return _closing;
    }

    private void BeginClosing(EmulatorClient emulator)
    {
        foreach (var kind in DoorKind.All)
        {
            var closing = CloseAsync(emulator, kind);
            lock (_gate)
                _closing = Task.WhenAll(_closing, closing);
        }
    }

    // Opens a door at the first free port; without ports, at any free one.
    private IDoor Listen(EmulatorClient emulator, DoorKind kind, IReadOnlyList<int> ports, DoorAccess access)
    {
        var failure = "another door has it";
        foreach (var address in ports.DefaultIfEmpty(0).Select(_options.Of(kind).At).Where(address => !IsTaken(kind, address)))
        {
            try
            {
                var plan = new DoorPlan(emulator, address, access, _accounts.FindRefusal, _time, _logger)
                {
                    RefuseSender = _accounts.FindRefusal,
                    ScreenshotFolder = _options.RetroArch.ScreenshotFolder,
                };
                return kind.Open(plan);
            }
            catch (SocketException exception)
            {
                failure = exception.Message;
            }
        }

        var all = ports.Count > 1 ? $"ports {ports[0]} to {ports[^1]}" : $"port {ports.DefaultIfEmpty(0).Single()}";
        throw new RequestException(ProblemTypes.Conflict, $"The door {kind.Name} can't listen at {all}: {failure}.", "port");
    }

    // Compares with the doors instead of trying the port, because some doors stop listening while they have a client.
    private bool IsTaken(DoorKind kind, IPEndPoint address) =>
        _open.Any(pair => pair.Key.Kind.IsOverUdp == kind.IsOverUdp && pair.Value.Address.Equals(address));

    private static RequestException Conflict(EmulatorClient emulator, DoorKind kind, string how, string parameter) =>
        new(ProblemTypes.Conflict,
            $"The door {kind.Name} of the emulator {emulator.Name} is open {how} already; close that first.", parameter);

    private static DoorDescription Describe(DoorKind kind, IDoor door) => new(kind.Name, door.Emulator.Name, door.Address.Port,
        $"{door.Address}", DoorRules.NameOf(door.Access), door.IsConnected);
}
