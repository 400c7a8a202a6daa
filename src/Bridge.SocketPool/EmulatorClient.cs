using System.Buffers;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Connections;
using Bridge.SocketPool.Diagnostics;
using Bridge.SocketPool.Events;
using Bridge.SocketPool.Framing;
using Bridge.SocketPool.Model;
using Microsoft.Extensions.Logging;

namespace Bridge.SocketPool;

/// <summary>
/// The door to one emulator: sends a request over a pooled connection, keeps its deadline, retries what is known not to have run.
/// </summary>
public sealed class EmulatorClient : IAsyncDisposable
{
    private static readonly SearchValues<char> NameCharacters = SearchValues.Create("abcdefghijklmnopqrstuvwxyz0123456789-");

    private const int MaxNameCharacters = 32;

    private readonly EmulatorOptions _options;
    private readonly ReusableSocketPool _pool;
    private readonly RequestSender _sender;

    /// <summary>Begins to connect at once, in the background.</summary>
    /// <param name="name">The emulator's name in logs and replies; see <see cref="IsName"/>.</param>
    /// <param name="options">Where it is, and the limits; copied.</param>
    /// <param name="time">The clock of deadlines and backoff.</param>
    /// <param name="logger">Told when the emulator comes and goes.</param>
    /// <param name="instruments">Shows this emulator's meters, too; null: only <see cref="Meters"/> does.</param>
    /// <exception cref="ArgumentException">
    /// The name is none, or an option is out of range; the message says which and what it accepts.
    /// </exception>
    public EmulatorClient(string name, EmulatorOptions options, TimeProvider time, ILogger logger, EmulatorInstruments? instruments = null)
        : this(EmulatorOptionsRules.Copy(options), name, time, logger, instruments)
    {
    }

    private EmulatorClient(EmulatorOptions options, string name, TimeProvider time, ILogger logger, EmulatorInstruments? instruments)
    {
        if (!IsName(name))
            throw new ArgumentException(
                $"name must be 1 to {MaxNameCharacters} characters of a-z, 0-9 and -, not starting with -; got \"{name}\".", nameof(name));
        Name = name;
        _options = options;
        Events = new EventSubscription(() => _pool!.Get(), options, time);
        _pool = new ReusableSocketPool(name, options, time, logger, Events, instruments);
        _sender = new RequestSender(_pool, options, time);
        instruments?.Add(name, () => State, () => Meters);
    }

    /// <summary>The emulator's name.</summary>
    public string Name { get; }

    /// <summary>Returns whether an emulator can have this name: 1 to 32 of <c>a-z 0-9 -</c>, not beginning with <c>-</c>.</summary>
    public static bool IsName(string? name) =>
        name is { Length: > 0 and <= MaxNameCharacters } && name[0] != '-' && !name.AsSpan().ContainsAnyExcept(NameCharacters);

    /// <summary>
    /// Makes a client whose options may be out of range: tests need deadlines and queues that are too small for anybody else.
    /// </summary>
    internal static EmulatorClient Unchecked(string name, EmulatorOptions options, TimeProvider time, ILogger logger) =>
        new(options, name, time, logger, instruments: null);

    /// <summary>Where it is looked for.</summary>
    public string Host => _options.Host;

    /// <summary>The same with the port.</summary>
    public string Address => $"{_options.Host}:{_options.Port}";

    /// <summary>
    /// Why the latest attempt to connect has failed: a <see cref="System.Net.Sockets.SocketException"/> or <see cref="TimeoutException"/>
    /// where nothing took the connection, an <see cref="EmulatorException"/> where what took it isn't the script or refuses the bridge;
    /// null when none has.
    /// </summary>
    public Exception? LastConnectError => _pool.LastConnectError;

    /// <summary>
    /// Gets where the secret is kept that script and bridge both read; null when <see cref="EmulatorOptions.Secret"/> is set,
    /// for an emulator on another machine, and for an account without a folder for data.
    /// </summary>
    public string? KeyFilePath => _pool.KeyFile?.Path;

    /// <summary>Gets a sentence that says why the latest attempt to connect did without the key file; null when it didn't.</summary>
    public string? KeyFileProblem => _pool.KeyFile?.Problem;

    /// <summary>What the emulator does now.</summary>
    public EmulatorState State => _pool.State;

    /// <summary>What the emulator tells as it happens.</summary>
    public EventSubscription Events { get; }

    /// <summary>All that is known of the emulator without asking it.</summary>
    public EmulatorStatus Status
    {
        get
        {
            var (monitor, usage) = (_pool.EmulatorMonitor, _pool.Usage);
            return new EmulatorStatus(
                State, monitor.Frame, monitor.FramesPerSecond, monitor.Facts, usage.Open, usage.InFlight, monitor.RoundTrip);
        }
    }

    /// <summary>What is counted and measured of it, without asking it.</summary>
    public MeterReadings Meters
    {
        get
        {
            var (monitor, usage, meters) = (_pool.EmulatorMonitor, _pool.Usage, _pool.Meters);
            var state = State;
            var isThere = state is not (EmulatorState.NoEmulator or EmulatorState.ScriptOutdated or EmulatorState.Unauthorized);
            var quantiles = meters.Durations.Quantiles();
            return new MeterReadings(
                isThere ? monitor.FramesPerSecond : null,
                isThere && state is not (EmulatorState.Paused or EmulatorState.Stuck) ? monitor.RoundTrip : null,
                usage.InFlight, usage.QueuedBytes, usage.Open, meters.Reconnects, monitor.WindowUsed,
                meters.BytesReceived, meters.BytesSent, meters.Requests, meters.Failed, quantiles?.Median, quantiles?.P99);
        }
    }

    /// <summary>Sends <paramref name="request"/> and waits for its reply.</summary>
    /// <returns>The reply, OWNED BY THE CALLER.</returns>
    /// <exception cref="EmulatorException">The emulator can't be asked, did not answer in time, or answered with an error.</exception>
    /// <exception cref="ArgumentException">The request is longer than the protocol allows; nothing was sent.</exception>
    public ValueTask<EmulatorReply> SendAsync(in EmulatorRequest request, CancellationToken cancellationToken) =>
        _sender.SendAsync(request, cancellationToken);

    /// <summary>
    /// Asks the script for the facts afresh, because the game may have changed since the hello; <see cref="Status"/> has them then.
    /// </summary>
    /// <exception cref="EmulatorException">It did not answer.</exception>
    public async Task RefreshAsync(CancellationToken cancellationToken)
    {
        using var reply = await SendAsync(CommandTable.Info.Request(), cancellationToken).ConfigureAwait(false);
        _pool.EmulatorMonitor.SetInfo(FactsReader.Read(reply), reply.Frame);
    }

    /// <summary>
    /// Notes what is known of the game once <paramref name="command"/> has been answered, for callers that send it by themselves.
    /// </summary>
    public void OnReply(CommandDescriptor command, EmulatorReply reply)
    {
        switch (command.Effect)
        {
            case CommandEffect.Loads:
                NoteLoad();
                break;
            case CommandEffect.ChangesSpeed:
                ForgetSpeed();
                break;
            case CommandEffect.Holds:
                NoteHeld(true);
                break;
            case CommandEffect.Releases:
                NoteHeld(false);
                break;
            case CommandEffect.TellsHold:
                NoteHeld(reply.Arguments is [(byte)'1', ..]);
                break;
        }
    }

    /// <summary>The game goes at another speed from now on: what was measured before says nothing.</summary>
    internal void ForgetSpeed() => _pool.EmulatorMonitor.ForgetSpeed();

    /// <summary>A state or a game is loaded, or the game is reset.</summary>
    internal void NoteLoad() => _pool.EmulatorMonitor.Loads();

    /// <summary>The game is held from now on, or goes on: known before the next ping tells so.</summary>
    internal void NoteHeld(bool held) => _pool.EmulatorMonitor.Held = held;

    /// <summary>
    /// Takes no further request, and has the script end those in flight: what had not begun does not run, and what had, like a press or a
    /// wait, ends. Each of them is answered. Ends when all of them are, or after a second.
    /// </summary>
    public Task EndRequestsAsync() => _pool.EndRequestsAsync();

    /// <summary>
    /// Leaves the free buffers of large replies, which all clients of the process share, to the garbage collector. For a program that has
    /// nothing to do for a while; the next large reply takes a new one.
    /// </summary>
    public static void ReleaseFreeBuffers() => LargeBuffers.Drop();

    /// <summary>Closes the connections, in order.</summary>
    public ValueTask DisposeAsync() => _pool.DisposeAsync();
}
