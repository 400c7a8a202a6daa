using System.Diagnostics.Metrics;
using Bridge.Api.Errors;
using Bridge.SocketPool;
using Bridge.SocketPool.Diagnostics;

namespace Bridge.Api.Emulators;

/// <summary>The configured emulators by name, connected from the moment the endpoints are mapped to the end of the program.</summary>
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

    /// <summary>The first one.</summary>
    public EmulatorClient Default { get; }

    /// <summary>All of them, the default one first.</summary>
    public IEnumerable<EmulatorClient> All => _byName.Values;

    /// <summary>The emulator called <paramref name="name"/>.</summary>
    /// <exception cref="RequestException">There is none: 404.</exception>
    public EmulatorClient Get(string name) => _byName.TryGetValue(name, out var emulator)
        ? emulator
        : throw new RequestException(ProblemTypes.UnknownEmulator,
            $"Unknown emulator \"{name}\"; the configured emulators are {string.Join(", ", _byName.Keys)}.", "emulator");

    // With what is the same for all of them.
    private static EmulatorOptions Complete(EmulatorOptions emulator, DirectoryOptions options) => emulator with
    {
        KeyFolder = emulator.KeyFolder ?? options.KeyFolder,
        Folders =
        [
            .. options.Folders.Select(Path.GetFullPath).Distinct(),
            .. emulator.Folders ?? [],
        ],
    };

    // At once, because each may wait for its script.
    public async ValueTask DisposeAsync() => await Task.WhenAll(_byName.Values.Select(emulator => emulator.DisposeAsync().AsTask()));
}
