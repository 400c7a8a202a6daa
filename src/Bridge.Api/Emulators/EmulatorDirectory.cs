using System.Collections.Immutable;
using System.Diagnostics.Metrics;
using Bridge.Api.Errors;
using Bridge.SocketPool;
using Bridge.SocketPool.Diagnostics;

namespace Bridge.Api.Emulators;

/// <summary>
/// Holds the emulators by name: the configured ones, which are created when the endpoints are mapped, and those discovered later. None is
/// removed before the program ends.
/// </summary>
internal sealed class EmulatorDirectory : IAsyncDisposable
{
    private readonly Func<string, EmulatorOptions, EmulatorClient> _connect;

    // Replaced as a whole, so that requests read it without a lock.
    private ImmutableDictionary<string, EmulatorClient> _byName = ImmutableDictionary<string, EmulatorClient>.Empty;

    public EmulatorDirectory(DirectoryOptions options, TimeProvider time, IMeterFactory meters, ILogger<EmulatorDirectory> logger)
    {
        var instruments = new EmulatorInstruments(meters.Create(EmulatorInstruments.MeterName));
        _connect = (name, settings) => new EmulatorClient(name, Complete(settings, options), time, logger, instruments);
        var configured = options.Emulators;
        Default = _connect("default", configured.GetValueOrDefault("default") ?? new EmulatorOptions());
        Add(Default);
        foreach (var (name, settings) in configured.Where(pair => pair.Key != Default.Name))
            Add(_connect(name, settings));
    }

    /// <summary>Gets the emulator called default.</summary>
    public EmulatorClient Default { get; }

    /// <summary>Gets all emulators, the default one first.</summary>
    public IEnumerable<EmulatorClient> All =>
        Volatile.Read(ref _byName).Values.OrderBy(emulator => (emulator != Default, emulator.Name));

    /// <summary>Returns the emulator called <paramref name="name"/>.</summary>
    /// <exception cref="RequestException">No emulator has that name: 404.</exception>
    public EmulatorClient Get(string name) => Volatile.Read(ref _byName).TryGetValue(name, out var emulator)
        ? emulator
        : throw new RequestException(ProblemTypes.UnknownEmulator,
            $"Unknown emulator \"{name}\"; the emulators are {string.Join(", ", All.Select(known => known.Name))}.", "emulator");

    /// <summary>Returns whether there is an emulator with this name.</summary>
    public bool Has(string name) => Volatile.Read(ref _byName).ContainsKey(name);

    /// <summary>Creates a client of a script on this machine. OWNED BY THE CALLER until it is added.</summary>
    public EmulatorClient Connect(string name, int port) => _connect(name, new EmulatorOptions { Port = port });

    /// <summary>Adds an emulator. Its name must be new.</summary>
    public void Add(EmulatorClient emulator) =>
        ImmutableInterlocked.Update(ref _byName, static (known, added) => known.Add(added.Name, added), emulator);

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
