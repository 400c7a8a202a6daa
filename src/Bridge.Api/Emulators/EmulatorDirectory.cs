using System.Diagnostics.Metrics;
using Bridge.Api.Errors;
using Bridge.SocketPool;
using Bridge.SocketPool.Diagnostics;

namespace Bridge.Api.Emulators;

/// <summary>Holds the configured emulators by name, connected from the mapping of the endpoints to the end of the program.</summary>
internal sealed class EmulatorDirectory : IAsyncDisposable
{
    private readonly Dictionary<string, EmulatorClient> _byName = [];

    public EmulatorDirectory(DirectoryOptions options, TimeProvider time, IMeterFactory meters, ILogger<EmulatorDirectory> logger)
    {
        var instruments = new EmulatorInstruments(meters.Create(EmulatorInstruments.MeterName));
        var configured = options.Emulators;
        Default = new EmulatorClient("default", Complete(configured.GetValueOrDefault("default") ?? new EmulatorOptions(), options),
            time, logger, instruments);
        _byName.Add(Default.Name, Default);
        foreach (var (name, settings) in configured.Where(pair => pair.Key != Default.Name))
            _byName.Add(name, new EmulatorClient(name, Complete(settings, options), time, logger, instruments));
    }

    /// <summary>Gets the emulator called default.</summary>
    public EmulatorClient Default { get; }

    /// <summary>Gets all emulators, the default one first.</summary>
    public IEnumerable<EmulatorClient> All => _byName.Values;

    /// <summary>Returns the emulator called <paramref name="name"/>.</summary>
    /// <exception cref="RequestException">No emulator has that name: 404.</exception>
    public EmulatorClient Get(string name) => _byName.TryGetValue(name, out var emulator)
        ? emulator
        : throw new RequestException(ProblemTypes.UnknownEmulator,
            $"Unknown emulator \"{name}\"; the configured emulators are {string.Join(", ", _byName.Keys)}.", "emulator");

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
    public async ValueTask DisposeAsync() => await Task.WhenAll(_byName.Values.Select(emulator => emulator.DisposeAsync().AsTask()));
}
