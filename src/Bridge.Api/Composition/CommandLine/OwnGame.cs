using Bridge.Api.Composition.Configuration;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Features.OnDemand;
using Bridge.Api.Server.Files;
using Microsoft.Extensions.Logging.Abstractions;

namespace Bridge.Api.Composition.CommandLine;

/// <summary>
/// An emulator with one game for the bridge in this process, as its emulator <c>default</c>. It ends with this object, or by itself a
/// minute after the bridge was killed. Saves are beside the game, as with mGBA's window.
/// </summary>
internal sealed class OwnGame : IAsyncDisposable
{
    private static readonly TimeSpan Expiry = TimeSpan.FromMinutes(1);

    private readonly HostProcess _host;
    private readonly string _roms;
    private readonly TemporaryFolder _folder;

    private OwnGame(HostProcess host, string roms, TemporaryFolder folder) => (_host, _roms, _folder) = (host, roms, folder);

    /// <summary>Gets a task that completes when the emulator has ended.</summary>
    public Task Ended => _host.Ended;

    /// <summary>Gets the settings with which the bridge finds the emulator, each <c>--NAME=VALUE</c>.</summary>
    public string[] Settings =>
    [
        $"--Bridge:Emulators:default:SocketPath={_host.SocketPath}", $"--Bridge:Emulators:default:Secret={_host.Secret}",
        $"--Bridge:RomFolder={_roms}",
    ];

    /// <summary>Starts the emulator.</summary>
    /// <param name="game">The path of the game.</param>
    /// <param name="settings">The bridge's settings, of which those of created emulators and their history count.</param>
    /// <param name="cancellationToken">Cancels the start; nothing is left then.</param>
    /// <exception cref="StartException">
    /// A setting is wrong, the game can't be read, there is no <c>mgba-host</c>, or it doesn't start.
    /// </exception>
    public static async Task<OwnGame> StartAsync(string game, string[] settings, CancellationToken cancellationToken)
    {
        var rom = Path.GetFullPath(game);
        if (!File.Exists(rom))
            throw new StartException($"GAME must be a file; got \"{game}\".");
        var options = new BridgeOptions();
        SettingBinding.Bind(ProgramSettings.CreateBuilder(settings).Configuration, options);
        var roms = options.RomFolder is { Length: > 0 } chosen ? Path.GetFullPath(chosen) : Path.GetDirectoryName(rom)!;
        var folder = new TemporaryFolder("bridge-game-");
        try
        {
            return new OwnGame(await StartAsync(rom, roms, folder.Path, options, cancellationToken), roms, folder);
        }
        catch (Exception exception)
        {
            folder.Dispose();
            throw exception is RequestException ? new StartException(exception.Message, exception) : exception;
        }
    }

    private static async Task<HostProcess> StartAsync(
        string rom, string roms, string folder, BridgeOptions options, CancellationToken cancellationToken)
    {
        var besideGame = Path.GetDirectoryName(rom)!;
        // Other created emulators run with a lower priority than the bridge; this one is the user's only game.
        var onDemand = options.OnDemand with { Folder = folder, Nice = 0 };
        using var folders = new HostFolders(onDemand, NullLogger<HostFolders>.Instance);
        string[] files = options.FileFolder is { Length: > 0 } chosen ? [Path.GetFullPath(chosen)] : [];
        var directory = new DirectoryOptions(
            new Dictionary<string, EmulatorOptions>(), KeyFolder: null, Folders: [roms, besideGame, .. files], DiscoveryPorts: []);
        var starter = new HostStarter(new HostProgram(onDemand, options.History, directory), folders, TimeProvider.System);
        folders.Open();
        var plan = new HostPlan(rom, Speed: 1, Model: null, Clock: null) { SaveFolder = besideGame };
        return await starter.StartAsync(plan, folders.Create("game"), Expiry, cancellationToken);
    }

    public async ValueTask DisposeAsync()
    {
        await _host.EndAsync();
        _host.Dispose();
        _folder.Dispose();
    }
}
