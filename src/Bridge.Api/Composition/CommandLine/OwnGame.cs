using Bridge.Api.Composition.Configuration;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Features.History;
using Bridge.Api.Features.OnDemand;
using Bridge.Api.Features.Script;

namespace Bridge.Api.Composition.CommandLine;

/// <summary>
/// An emulator with one game for the bridge in this process, as its emulator <c>default</c>. It ends with this object, and by itself a
/// minute after a bridge that was killed. Saves are beside the game, as with mGBA's window.
/// </summary>
internal sealed class OwnGame : IAsyncDisposable
{
    private static readonly TimeSpan Expiry = TimeSpan.FromMinutes(1);

    private readonly HostProcess _host;
    private readonly string _roms;

    private OwnGame(HostProcess host, string roms) => (_host, _roms) = (host, roms);

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
    /// <param name="settings">The bridge's settings, which may name the program.</param>
    /// <param name="cancellationToken">Cancels the start.</param>
    /// <exception cref="StartException">The game can't be read, there is no <c>mgba-host</c>, or it doesn't start.</exception>
    public static async Task<OwnGame> StartAsync(string game, string[] settings, CancellationToken cancellationToken)
    {
        var rom = Path.GetFullPath(game);
        if (!File.Exists(rom))
            throw new StartException($"GAME must be a file; got \"{game}\".");
        var roms = Path.GetDirectoryName(rom)!;
        var options = new OnDemandOptions
        {
            Program = ProgramSettings.CreateBuilder(settings).Configuration["Bridge:OnDemand:Program"], Nice = 0,
        };
        var directory = new DirectoryOptions(new Dictionary<string, EmulatorOptions>(), null, [roms], []);
        var program = new HostProgram(options, new HistoryOptions(), directory);
        // Others can't read the new folder.
        var folder = Directory.CreateTempSubdirectory("bridge-game-").FullName;
        try
        {
            var secret = HostStarter.NewSecret();
            var plan = new HostPlan(rom, Speed: 1, Model: null, Clock: null) { SaveFolder = roms };
            var host = new HostProcess(
                program.Start(plan, secret, folder, ScriptFile.WriteTo(folder).Path, Expiry), secret, folder, TimeProvider.System);
            var own = new OwnGame(host, roms);
            if (await host.ListensAsync(cancellationToken))
                return own;
            var reason = host.LastLines();
            await own.DisposeAsync();
            throw new StartException($"The emulator did not start: {reason}");
        }
        catch (RequestException exception)
        {
            Directory.Delete(folder, recursive: true);
            throw new StartException(exception.Message, exception);
        }
    }

    public async ValueTask DisposeAsync()
    {
        await _host.EndAsync();
        _host.Dispose();
        Directory.Delete(_host.Folder, recursive: true);
    }
}
