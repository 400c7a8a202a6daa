using System.Net.Sockets;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Server.Security;
using Bridge.Doors.Gdb;
using Bridge.SocketPool;

namespace Bridge.Api.Features.Gdb;

/// <summary>Holds the doors for GDB that are open, at most one for each emulator.</summary>
internal sealed class GdbDoors
{
    private readonly Lock _gate = new();
    private readonly Dictionary<EmulatorClient, GdbDoor> _open = [];
    private readonly GdbOptions _options;
    private readonly TokenlessAccounts _accounts;
    private readonly TimeProvider _time;
    private readonly ILogger<GdbDoor> _logger;
    private Task _closing = Task.CompletedTask;
    private bool _isStopping;

    public GdbDoors(
        GdbOptions options, TokenlessAccounts accounts, EmulatorDirectory emulators, TimeProvider time, ILogger<GdbDoor> logger)
    {
        (_options, _accounts, _time, _logger) = (options, accounts, time, logger);
        emulators.Removed += emulator => BeginClosing(emulator);
    }

    /// <summary>Returns the door of an emulator; null: it is closed.</summary>
    public GdbDoor? Find(EmulatorClient emulator)
    {
        lock (_gate)
            return _open.GetValueOrDefault(emulator);
    }

    /// <summary>Opens the door of an emulator. One that is open stays as it is.</summary>
    /// <param name="emulator">The emulator.</param>
    /// <param name="port">The port; 0: the one where it is open, or a free one.</param>
    /// <exception cref="RequestException">The port is in use, or the door is open at another one: 409.</exception>
    public GdbDoor Open(EmulatorClient emulator, int port)
    {
        lock (_gate)
        {
            if (_isStopping)
                throw new RequestException(ProblemTypes.Stopping, "The bridge is stopping.");
            if (_open.TryGetValue(emulator, out var door))
            {
                return port == 0 || port == door.Address.Port ? door : throw new RequestException(ProblemTypes.Conflict,
                    $"GDB attaches to the emulator {emulator.Name} at port {door.Address.Port} already; close that first.", "port");
            }

            return _open[emulator] = Listen(emulator, port);
        }
    }

    /// <summary>Closes the door of an emulator. A debugger loses the game, which goes on.</summary>
    public Task CloseAsync(EmulatorClient emulator)
    {
        lock (_gate)
            return _open.Remove(emulator, out var door) ? door.DisposeAsync().AsTask() : Task.CompletedTask;
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
        var closing = CloseAsync(emulator);
        lock (_gate)
            _closing = Task.WhenAll(_closing, closing);
    }

    private GdbDoor Listen(EmulatorClient emulator, int port)
    {
        try
        {
            return GdbDoor.Open(emulator, _options.At(port), _accounts.FindRefusal, _time, _logger);
        }
        catch (SocketException exception)
        {
            throw new RequestException(ProblemTypes.Conflict, $"GDB can't attach at port {port}: {exception.Message}.", "port");
        }
    }
}
