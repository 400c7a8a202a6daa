using Bridge.SocketPool.Connections;
using Bridge.SocketPool.Events;
using Bridge.SocketPool.Retries;
using Microsoft.Extensions.Logging;
using Polly;
using Polly.Retry;

namespace Bridge.SocketPool;

/// <summary>The door to one emulator: sends a request over a pooled connection, keeps its deadline, retries what is known not to have run.</summary>
public sealed class EmulatorClient : IAsyncDisposable
{
    // The slowest speed a front end offers is a quarter of 59.7275 frames a second.
    private static readonly TimeSpan SlowestFrame = TimeSpan.FromSeconds(4 / 59.7275);

    private readonly EmulatorOptions _options;
    private readonly TimeProvider _time;
    private readonly ReusableSocketPool _pool;
    private readonly ResiliencePipeline _retries;
    private readonly RetryRequest? _retry;

    /// <summary>Begins to connect at once, in the background.</summary>
    /// <param name="name">The emulator's name in logs and replies.</param>
    /// <param name="options">Where it is, and the limits.</param>
    /// <param name="time">The clock of deadlines and backoff.</param>
    /// <param name="logger">Told when the emulator comes and goes.</param>
    /// <param name="instruments">Shows this emulator's meters, too; null: only <see cref="Meters"/> does.</param>
    public EmulatorClient(string name, EmulatorOptions options, TimeProvider time, ILogger logger, EmulatorInstruments? instruments = null)
    {
        Name = name;
        _options = options;
        _time = time;
        _retries = CreateRetries(options, time);
        _pool = new ReusableSocketPool(name, options, time, logger, instruments);
        _retry = options.Retries > 0 ? RetryAsync : null;
        instruments?.Add(this);
    }

    /// <summary>The emulator's name.</summary>
    public string Name { get; }

    /// <summary>Where it is looked for.</summary>
    public string Host => _options.Host;

    /// <summary>The same with the port.</summary>
    public string Address => $"{_options.Host}:{_options.Port}";

    /// <summary>
    /// Why the latest attempt to connect has failed: a <see cref="System.Net.Sockets.SocketException"/> or <see cref="TimeoutException"/> where nothing
    /// took the connection, an <see cref="EmulatorException"/> where what took it isn't the script or refuses the bridge; null when none has.
    /// </summary>
    public Exception? Trouble => _pool.Trouble;

    /// <summary>What the emulator does now.</summary>
    public EmulatorState State => _pool.State;

    /// <summary>What the emulator tells as it happens.</summary>
    public EventLine Events => _pool.Events;

    /// <summary>All that is known of the emulator without asking it.</summary>
    public EmulatorStatus Status
    {
        get
        {
            var (vitals, usage) = (_pool.Vitals, _pool.Usage);
            return new EmulatorStatus(State, vitals.Frame, vitals.FramesPerSecond, vitals.Facts, usage.Open, usage.InFlight, vitals.RoundTrip);
        }
    }

    /// <summary>What is counted and measured of it, without asking it.</summary>
    public MeterReadings Meters
    {
        get
        {
            var (vitals, usage, meters) = (_pool.Vitals, _pool.Usage, _pool.Meters);
            var state = State;
            var isThere = state is not (EmulatorState.NoEmulator or EmulatorState.ScriptOutdated or EmulatorState.Unauthorized);
            var quantiles = meters.Durations.Quantiles();
            return new MeterReadings(
                isThere ? vitals.FramesPerSecond : null, isThere && state != EmulatorState.Paused ? vitals.RoundTrip : null, usage.InFlight, usage.QueuedBytes,
                usage.Open, meters.Reconnects, vitals.WindowUsed, meters.BytesReceived, meters.BytesSent, meters.Requests, meters.Failed,
                quantiles?.Median, quantiles?.P99);
        }
    }

    /// <summary>Sends <paramref name="request"/> and waits for its reply.</summary>
    /// <returns>The reply, OWNED BY THE CALLER.</returns>
    /// <exception cref="EmulatorException">The emulator can't be asked, did not answer in time, or answered with an error.</exception>
    /// <exception cref="ArgumentException">The request is longer than the protocol allows; nothing was sent.</exception>
    public ValueTask<EmulatorReply> SendAsync(in EmulatorRequest request, CancellationToken cancellationToken) =>
        Send(request, DeadlineFor(request), _retry, cancellationToken);

    /// <summary>Asks the script for the facts afresh, because the game may have changed since the hello; <see cref="Status"/> has them then.</summary>
    /// <exception cref="EmulatorException">It did not answer.</exception>
    public async Task RefreshAsync(CancellationToken cancellationToken)
    {
        using var reply = await SendAsync(new EmulatorRequest("info", ReplayCategory.ReadOnly), cancellationToken).ConfigureAwait(false);
        _pool.Vitals.Introduce(EmulatorFacts.Read(reply), reply.Frame);
    }

    /// <summary>The game goes at another speed from now on, or its frames are counted from elsewhere: what was measured before says nothing.</summary>
    internal void ForgetSpeed() => _pool.Vitals.ForgetSpeed();

    /// <summary>The game is held from now on, or goes on: known before the next ping tells so.</summary>
    internal void NoteHeld(bool held) => _pool.Vitals.Held = held;

    /// <summary>
    /// Takes no further request, and has the script end those in flight: what had not begun does not run, and what had, like a press or a
    /// wait, ends. Each of them is answered. Ends when all of them are, or after a second.
    /// </summary>
    public Task EndRequestsAsync() => _pool.EndRequestsAsync();

    /// <summary>Closes the connections, in order.</summary>
    public ValueTask DisposeAsync() => _pool.DisposeAsync();

    // A request gets here only when its first attempt has failed and may be repeated; Polly is not on anyone else's way.
    private ValueTask<EmulatorReply> RetryAsync(EmulatorRequest request, long deadline, CancellationToken cancellationToken) =>
        _retries.ExecuteAsync(
            static (call, token) => call.Client.SendOnceMoreAsync(call.Request, call.Deadline, token),
            (Client: this, Request: request, Deadline: deadline), cancellationToken);

    // Its connection has broken: there may be another one in a moment.
    private async ValueTask<EmulatorReply> SendOnceMoreAsync(EmulatorRequest request, long deadline, CancellationToken cancellationToken)
    {
        var left = _time.GetElapsedTime(_time.GetTimestamp(), deadline);
        if (left > TimeSpan.Zero)
            await _pool.SettledAsync().WaitAsync(left, _time, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        return await Send(request, deadline, retry: null, cancellationToken).ConfigureAwait(false);
    }

    private ValueTask<EmulatorReply> Send(in EmulatorRequest request, long deadline, RetryRequest? retry, CancellationToken cancellationToken)
    {
        try
        {
            return _pool.Get(request).SendAsync(request, deadline, retry, cancellationToken);
        }
        catch (EmulatorException)
        {
            _pool.Meters.Refused();
            throw;
        }
    }

    private long DeadlineFor(in EmulatorRequest request)
    {
        var allowed = _options.Deadline + SlowestFrame * request.FramesNeeded;
        return _time.GetTimestamp() + (long)(allowed.TotalSeconds * _time.TimestampFrequency);
    }

    private static ResiliencePipeline CreateRetries(EmulatorOptions options, TimeProvider time) =>
        options.Retries == 0 ? ResiliencePipeline.Empty : new ResiliencePipelineBuilder { TimeProvider = time }
            .AddRetry(new RetryStrategyOptions
            {
                MaxRetryAttempts = options.Retries,
                BackoffType = DelayBackoffType.Exponential,
                UseJitter = true,
                Delay = TimeSpan.FromMilliseconds(20),
                MaxDelay = TimeSpan.FromMilliseconds(500),
                ShouldHandle = new PredicateBuilder().Handle<EmulatorException>(exception => RetryRules.MayRetry(exception.Failure, exception.Category)),
            })
            .Build();
}
