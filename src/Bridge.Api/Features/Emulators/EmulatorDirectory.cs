using System.Collections.Immutable;
using System.Diagnostics.Metrics;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Server.Diagnostics;
using Bridge.SocketPool;
using Bridge.SocketPool.Diagnostics;
using Microsoft.Extensions.Logging.Abstractions;

namespace Bridge.Api.Features.Emulators;

/// <summary>
/// Holds the emulators by name: the configured ones, which are created when the endpoints are mapped, those discovered later, and those
/// that clients create. Only the latter are removed before the program ends.
/// </summary>
internal sealed class EmulatorDirectory : IAsyncDisposable
{
    private readonly Func<string, EmulatorOptions, EmulatorClient> _connect;
    private readonly DirectoryOptions _options;
    private readonly TimeProvider _time;
    private readonly Random _random;
    private readonly EmulatorPoints _points;

    // Replaced as a whole, so that requests read it without a lock.
    private ImmutableDictionary<string, EmulatorClient> _byName = ImmutableDictionary<string, EmulatorClient>.Empty;
    private ImmutableDictionary<string, CreatedEmulator> _created = ImmutableDictionary<string, CreatedEmulator>.Empty;

    public EmulatorDirectory(DirectoryOptions options, TimeProvider time, Random random, IMeterFactory meters, EmulatorPoints points,
        ILogger<EmulatorDirectory> logger)
    {
        (_options, _time, _random, _points) = (options, time, random, points);
        var instruments = new EmulatorInstruments(meters.Create(EmulatorInstruments.MeterName));
        _connect = (name, settings) => new EmulatorClient(name, Complete(settings, options), time, logger, instruments, random);
        var configured = options.Emulators;
        Default = _connect("default", configured.GetValueOrDefault("default") ?? new EmulatorOptions());
        Add(Default);
        foreach (var (name, settings) in configured.Where(pair => pair.Key != Default.Name))
            Add(_connect(name, settings));
    }

    /// <summary>Gets the emulator called default.</summary>
    public EmulatorClient Default { get; }

    /// <summary>Occurs when an emulator was added that a client created, or that was discovered.</summary>
    public event Action<EmulatorClient>? Added;

    /// <summary>Occurs when an emulator was removed, so that features release what they keep for it.</summary>
    public event Action<EmulatorClient>? Removed;

    /// <summary>
    /// Gets or sets a function that returns why the emulator of a name is refused at present; null: it is not. Set before the first
    /// request.
    /// </summary>
    public Func<string, RequestException?> Refusal { get; set; } = static _ => null;

    /// <summary>Gets the emulators that clients created, also those that failed.</summary>
    public IEnumerable<CreatedEmulator> Created => Volatile.Read(ref _created).Values.OrderBy(created => created.Name);

    /// <summary>Gets all emulators, the default one first.</summary>
    public IEnumerable<EmulatorClient> All =>
        Volatile.Read(ref _byName).Values.OrderBy(emulator => (emulator != Default, emulator.Name));

    /// <summary>Returns the emulator called <paramref name="name"/>.</summary>
    /// <exception cref="RequestException">No emulator has that name: 404. It has failed, or is refused: 503.</exception>
    public EmulatorClient Get(string name) => !Volatile.Read(ref _byName).TryGetValue(name, out var emulator) ? throw Missing(name)
        : Refusal(name) is { } refusal ? throw refusal
        : emulator;

    /// <summary>Returns the error for an emulator that was removed after a request found it: 404.</summary>
    public static RequestException Ended(EmulatorClient emulator) =>
        new(ProblemTypes.UnknownEmulator, $"The emulator {emulator.Name} has ended.", "emulator");

    /// <summary>Returns the created emulator of this name; null if there is none.</summary>
    public CreatedEmulator? FindCreated(string name) => Volatile.Read(ref _created).GetValueOrDefault(name);

    /// <summary>Returns whether there is an emulator with this name.</summary>
    public bool Has(string name) => Volatile.Read(ref _byName).ContainsKey(name) || FindCreated(name) is not null;

    /// <summary>Returns whether an emulator is here: it was added, and has neither failed nor been removed.</summary>
    public bool Has(EmulatorClient emulator) => Volatile.Read(ref _byName).GetValueOrDefault(emulator.Name) == emulator;

    /// <summary>
    /// Creates a client of the script at a port of this machine, with the secret in its key file. OWNED BY THE CALLER until it is added.
    /// </summary>
    public EmulatorClient Connect(string name, int port) => _connect(name, new EmulatorOptions { Port = port });

    /// <summary>Creates the same client without log and meters, to find out what is at the port. OWNED BY THE CALLER.</summary>
    public EmulatorClient Probe(string name, int port) =>
        new(name, Complete(new EmulatorOptions { Port = port }, _options), _time, NullLogger.Instance, random: _random);

    /// <summary>Creates a client of a script at a Unix socket. OWNED BY THE CALLER until it is added.</summary>
    public EmulatorClient Connect(string name, string socketPath, string secret) =>
        _connect(name, new EmulatorOptions { SocketPath = socketPath, Secret = secret });

    /// <summary>Adds an emulator. Its name must be new.</summary>
    public void Add(EmulatorClient emulator)
    {
        ImmutableInterlocked.Update(ref _byName, static (known, added) => known.Add(added.Name, added), emulator);
        Added?.Invoke(emulator);
    }

    /// <summary>Adds an emulator that a client created. Its name must be new.</summary>
    public void Add(CreatedEmulator created)
    {
        Add(created.Client);
        ImmutableInterlocked.Update(ref _created, static (known, added) => known.Add(added.Name, added), created);
    }

    /// <summary>Refuses further requests to a created emulator that isn't started again. It stays in <see cref="Created"/>.</summary>
    public async Task FailAsync(CreatedEmulator created, string reason)
    {
        created.Failure = reason;
        await DisconnectAsync(created.Client);
    }

    /// <summary>Removes a created emulator, and cancels its requests.</summary>
    public async Task RemoveAsync(CreatedEmulator created)
    {
        ImmutableInterlocked.TryRemove(ref _created, created.Name, out _);
        await DisconnectAsync(created.Client);
    }

    private async Task DisconnectAsync(EmulatorClient client)
    {
        // Its name may belong to another client by now; false: this one was removed before.
        if (!ImmutableInterlocked.Update(ref _byName,
            static (known, removed) => known.Contains(new(removed.Name, removed)) ? known.Remove(removed.Name) : known, client))
            return;
        await client.EndRequestsAsync();
        Removed?.Invoke(client);
        await client.DisposeAsync();
        _points.CountEnded();
    }

    private RequestException Missing(string name) => FindCreated(name)?.Failure is { } failure
        ? new RequestException(ProblemTypes.EmulatorFailed, failure, "emulator")
        : new RequestException(ProblemTypes.UnknownEmulator,
            $"Unknown emulator \"{name}\"; the emulators are {string.Join(", ", All.Select(known => known.Name))}.", "emulator");

    // Adds the settings that all emulators share.
    private static EmulatorOptions Complete(EmulatorOptions emulator, DirectoryOptions options) => emulator with
    {
        KeyFolder = emulator.KeyFolder ?? options.KeyFolder,
        Folders =
        [
            .. options.Folders.Select(Path.GetFullPath).Distinct(),
            .. emulator.Folders ?? [],
        ],
    };

    // In parallel, because each may wait for its script.
    public async ValueTask DisposeAsync() => await Task.WhenAll(All.Select(emulator => emulator.DisposeAsync().AsTask()));
}
