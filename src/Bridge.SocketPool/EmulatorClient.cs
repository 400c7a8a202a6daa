using System.Buffers;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Connections;
using Bridge.SocketPool.Diagnostics;
using Bridge.SocketPool.Events;
using Bridge.SocketPool.Framing;
using Bridge.SocketPool.Model;
using Microsoft.Extensions.Logging;

namespace Bridge.SocketPool;

/// <summary>Sends requests to one emulator over pooled connections, enforces their deadlines, and retries those that did not run.</summary>
public sealed class EmulatorClient : IAsyncDisposable
{
    private static readonly SearchValues<char> NameCharacters = SearchValues.Create("abcdefghijklmnopqrstuvwxyz0123456789-");

    private const int MaxNameCharacters = 32;

    private readonly EmulatorOptions _options;
    private readonly ReusableSocketPool _pool;
    private readonly RequestSender _sender;
    private readonly TimeProvider _time;
    private readonly IDisposable? _publishedMeters;

    /// <summary>Creates a client, which starts to connect in the background.</summary>
    /// <param name="name">The emulator's name in logs and replies; <see cref="IsName"/> checks it.</param>
    /// <param name="options">Its address and limits. They are copied.</param>
    /// <param name="time">The clock for deadlines and backoff.</param>
    /// <param name="logger">Receives a message when the emulator connects or disconnects.</param>
    /// <param name="instruments">Publishes this emulator's meters; null if only <see cref="Meters"/> is used.</param>
    /// <param name="random">Draws the jitter of backoff, on any thread; null for <see cref="Random.Shared"/>.</param>
    /// <exception cref="ArgumentException">
    /// The name is invalid, or an option is out of range; the message says which and what is accepted.
    /// </exception>
    public EmulatorClient(
        string name, EmulatorOptions options, TimeProvider time, ILogger logger, EmulatorInstruments? instruments = null,
        Random? random = null)
        : this(EmulatorOptionsRules.Copy(options), name, time, logger, instruments, random ?? Random.Shared)
    {
    }

    private EmulatorClient(
        EmulatorOptions options, string name, TimeProvider time, ILogger logger, EmulatorInstruments? instruments, Random random)
    {
        if (!IsName(name))
            throw new ArgumentException(
                $"name must be 1 to {MaxNameCharacters} characters of a-z, 0-9 and -, not starting with -; got \"{name}\".", nameof(name));
        Name = name;
        _options = options;
        _time = time;
        var faults = new FaultLog(name, time, logger);
        // The pool observes its connections with Events, which gets a connection only once a client subscribes.
        Events = new EventSubscription(() => _pool!.Get(), options, time, faults);
        _pool = new ReusableSocketPool(name, options, time, logger, faults, Events, random, instruments);
        _sender = new RequestSender(_pool, options, time, random);
        _publishedMeters = instruments?.Add(name, () => State, () => Meters);
    }

    /// <summary>Gets the emulator's name.</summary>
    public string Name { get; }

    /// <summary>
    /// Returns whether a name is valid for an emulator: 1 to 32 characters of <c>a-z 0-9 -</c>, not starting with <c>-</c>.
    /// </summary>
    public static bool IsName(string? name) =>
        name is { Length: > 0 and <= MaxNameCharacters } && name[0] != '-' && !name.AsSpan().ContainsAnyExcept(NameCharacters);

    /// <summary>Creates a client without validating its options: tests need shorter deadlines and queues.</summary>
    internal static EmulatorClient Unchecked(
        string name, EmulatorOptions options, TimeProvider time, ILogger logger, Random? random = null) =>
        new(options, name, time, logger, instruments: null, random ?? Random.Shared);

    /// <summary>Gets the emulator's host.</summary>
    public string Host => _options.Host;

    /// <summary>Gets the emulator's host and port, or the path of its Unix socket.</summary>
    public string Address => _options.Place;

    /// <summary>
    /// Gets why the last connect attempt failed: a <see cref="System.Net.Sockets.SocketException"/> or <see cref="TimeoutException"/> if
    /// nothing accepted the connection, an <see cref="EmulatorException"/> if the other side isn't the script or refused the bridge; null
    /// if it didn't fail.
    /// </summary>
    public Exception? LastConnectError => _pool.LastConnectError;

    /// <summary>
    /// Gets the path of the file with the secret that script and bridge share; null if <see cref="EmulatorOptions.Secret"/> is set, for an
    /// emulator on another machine, and for an account without a data folder.
    /// </summary>
    public string? KeyFilePath => _pool.KeyFile?.Path;

    /// <summary>Gets a sentence that says why the last connect attempt didn't use the key file; null if it did.</summary>
    public string? KeyFileProblem => _pool.KeyFile?.Problem;

    /// <summary>Gets the emulator's current state.</summary>
    public EmulatorState State => _pool.State;

    /// <summary>Gets the facts about the emulator and its game; null while nothing is known of them.</summary>
    public EmulatorFacts? Facts => _pool.EmulatorMonitor.Facts;

    /// <summary>Gets the emulator's events.</summary>
    public EventSubscription Events { get; }

    /// <summary>Gets what the bridge knows about the emulator without asking it.</summary>
    public EmulatorStatus Status => StatusOf(_pool.EmulatorMonitor, _pool.Usage);

    /// <summary>Gets the number of requests that have ended. The bridge's own, like pings, don't count.</summary>
    public long RequestCount => _pool.Meters.Requests;

    /// <summary>Gets whether requests are in flight. The bridge's own don't count.</summary>
    public bool HasRequests => _pool.HasRequests;

    /// <summary>Gets the emulator's meters without asking it.</summary>
    public MeterReadings Meters
    {
        get
        {
            var (monitor, usage, meters) = (_pool.EmulatorMonitor, _pool.Usage, _pool.Meters);
            var state = State;
            var isThere = state is not (EmulatorState.NoEmulator or EmulatorState.ScriptOutdated or EmulatorState.WrongSecret
                or EmulatorState.ForeignScript);
            var quantiles = meters.Durations.Quantiles();
            return new MeterReadings(
                isThere ? monitor.FramesPerSecond : null,
                isThere && state is not (EmulatorState.Paused or EmulatorState.Stuck) ? monitor.RoundTrip : null,
                usage.InFlight, usage.QueuedBytes, usage.Open, meters.Reconnects, monitor.WindowUsed,
                meters.BytesReceived, meters.BytesSent, meters.Requests, meters.Failed, quantiles?.Median, quantiles?.P99);
        }
    }

    /// <summary>Sends <paramref name="request"/> and waits for its reply.</summary>
    /// <returns>The reply. OWNED BY THE CALLER.</returns>
    /// <exception cref="EmulatorException">The emulator is not reachable, did not reply in time, or replied with an error.</exception>
    /// <exception cref="ArgumentException">The request is longer than the protocol allows; nothing was sent.</exception>
    public ValueTask<EmulatorReply> SendAsync(in EmulatorRequest request, CancellationToken cancellationToken) =>
        _sender.SendAsync(request, cancellationToken);

    /// <summary>Sends a bulk request, and converts its reply before the turn of the next one. For conversions of milliseconds.</summary>
    /// <param name="request">The request, whose bytes or work take the script a millisecond or more.</param>
    /// <param name="convert">Converts the reply, which it OWNS.</param>
    /// <param name="cancellationToken">Cancels the request.</param>
    /// <returns>The converted reply.</returns>
    /// <exception cref="EmulatorException">The emulator is not reachable, did not reply in time, or replied with an error.</exception>
    internal ValueTask<T> SendInTurnAsync<T>(
        EmulatorRequest request, Func<EmulatorReply, T> convert, CancellationToken cancellationToken) =>
        _sender.SendInTurnAsync(request, convert, cancellationToken);

    /// <summary>Returns whether a program listens at a Unix socket. Opens a connection to it, and closes it at once.</summary>
    public static async Task<bool> ListensAsync(string socketPath, CancellationToken cancellationToken)
    {
        try
        {
            using var socket = await UnixSocket.ConnectAsync(socketPath, cancellationToken).ConfigureAwait(false);
            return true;
        }
        catch (System.Net.Sockets.SocketException)
        {
            return false;
        }
    }

    /// <summary>
    /// Sets the secret for later connections, because the script is started again with another one: up to 128 characters and 256 bytes.
    /// </summary>
    public void UseSecret(string secret) => _options.Secret = secret;

    /// <summary>Waits until the emulator's state is <see cref="EmulatorState.Running"/>, for any time.</summary>
    /// <exception cref="OperationCanceledException">The token ended the wait.</exception>
    public async Task WaitUntilRunningAsync(CancellationToken cancellationToken)
    {
        while (true)
        {
            // Comes first, so that no change between the check and the wait is missed.
            var change = Events.NextHeartbeatAsync();
            if (State == EmulatorState.Running)
                return;
            await change.WaitAsync(cancellationToken).ConfigureAwait(false);
        }
    }

    /// <summary>Requests the facts again, because the game may have changed since the hello, and updates <see cref="Status"/>.</summary>
    /// <exception cref="EmulatorException">The emulator did not reply.</exception>
    public async Task RefreshAsync(CancellationToken cancellationToken)
    {
        var sent = _time.GetTimestamp();
        using var reply = await SendAsync(CommandTable.Info.Request(), cancellationToken).ConfigureAwait(false);
        _pool.EmulatorMonitor.SetInfo(FactsReader.Read(reply), reply.Frame, sent);
    }

    /// <summary>
    /// Updates what the bridge knows of the game after a reply to <paramref name="command"/>. For callers that send requests themselves.
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

    /// <summary>Discards the speed measured so far, because the game's speed changes.</summary>
    internal void ForgetSpeed() => _pool.EmulatorMonitor.ForgetSpeed();

    /// <summary>Records that a state or a game is loaded, or the game is reset.</summary>
    internal void NoteLoad() => _pool.EmulatorMonitor.OnLoad();

    /// <summary>Records whether the game is held, before the next ping reports it.</summary>
    internal void NoteHeld(bool held) => _pool.EmulatorMonitor.Held = held;

    /// <summary>
    /// Accepts no more requests and cancels those in flight: commands that have not started don't run, and those that have, like presses
    /// and waits, end early. Completes when all are answered, or after a second.
    /// </summary>
    public Task EndRequestsAsync() => _pool.EndRequestsAsync();

    /// <summary>
    /// Releases the free buffers of large replies, which all clients of the process share, to the garbage collector. For a program that
    /// becomes idle; the next large reply allocates a new buffer.
    /// </summary>
    public static void ReleaseFreeBuffers() => LargeBuffers.Drop();

    /// <summary>Closes the connections gracefully.</summary>
    public ValueTask DisposeAsync()
    {
        _publishedMeters?.Dispose();
        return _pool.DisposeAsync();
    }

    private EmulatorStatus StatusOf(EmulatorMonitor monitor, (int Open, int InFlight, long QueuedBytes) usage) => new(
        State, monitor.Frame, monitor.FramesPerSecond ?? 0, monitor.Facts, usage.Open, usage.InFlight,
        monitor.RoundTrip ?? TimeSpan.Zero);
}
