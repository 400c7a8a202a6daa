using static MgbaBridge.ClientJson;

namespace MgbaBridge;

/// <summary>
/// An emulator of a bridge: the game that runs in it. A method sends one request, but <see cref="ClipAsync"/> several, and
/// <see cref="ConnectEventsAsync"/> opens a stream.
/// </summary>
public sealed partial class Emulator
{
    private const string OctetStream = "application/octet-stream";
    private const string PngType = "image/png";

    private readonly string _path;

    internal Emulator(BridgeClient bridge, string name) =>
        (Bridge, Name, _path) = (bridge, name, $"/emulators/{Uri.EscapeDataString(name)}");

    /// <summary>Gets its name.</summary>
    public string Name { get; }

    internal BridgeClient Bridge { get; }

    private Transport Transport => Bridge.Transport;

    /// <summary>Returns state, game, frame and measured speed. Responds even while no emulator is connected.</summary>
    public Task<EmulatorDescription> GetInfoAsync(CancellationToken cancellationToken = default) =>
        Transport.SendAsync(Call.Get(_path), Default.EmulatorDescription, cancellationToken);

    /// <summary>Ends an emulator that <see cref="BridgeClient.CreateAsync"/> started. The game writes its save file.</summary>
    public Task EndAsync(CancellationToken cancellationToken = default) =>
        Transport.SendAsync(new Call(HttpMethod.Delete, _path, IsRepeatable: true), cancellationToken);

    /// <summary>Sets the lease of a created emulator: it ends that long after its last request.</summary>
    /// <param name="lease">1 second to 7 days, or <see cref="Timeout.InfiniteTimeSpan"/> for never.</param>
    /// <param name="cancellationToken">Cancels the request.</param>
    public Task SetLeaseAsync(TimeSpan lease, CancellationToken cancellationToken = default) => Transport.SendAsync(
        Call.Of(HttpMethod.Put, $"{_path}/lease", LeaseSettingJson.Of(lease), Default.LeaseSettingJson, isRepeatable: true),
        cancellationToken);

    /// <summary>Returns the picture that the game drew last; the scale is 1 to 8.</summary>
    public async Task<Screen> GetScreenAsync(int scale = 1, CancellationToken cancellationToken = default)
    {
        var (body, frame) = await Transport.FetchAsync(Call.Get($"{_path}/screen?scale={scale}"), PngType, cancellationToken)
            .ConfigureAwait(false);
        return new Screen(body, frame);
    }

    /// <summary>Resets the game like the power switch. Save memory stays.</summary>
    /// <returns>The frame.</returns>
    public Task<long> ResetAsync(CancellationToken cancellationToken = default) =>
        FrameAsync(new Call(HttpMethod.Post, $"{_path}/reset"), cancellationToken);

    /// <summary>Returns the names of the games that <see cref="LoadRomAsync"/> can load.</summary>
    public async Task<IReadOnlyList<string>> GetRomsAsync(CancellationToken cancellationToken = default)
    {
        var list = await Transport.SendAsync(Call.Get($"{_path}/roms"), Default.RomsJson, cancellationToken).ConfigureAwait(false);
        return [.. list.Roms.Select(each => each.Name)];
    }

    /// <summary>Loads a game of the bridge's ROM folder and starts it.</summary>
    public async Task<GameDescription?> LoadRomAsync(string name, CancellationToken cancellationToken = default)
    {
        var call = Call.Of(HttpMethod.Post, $"{_path}/rom", new NameJson(name), Default.NameJson);
        return (await Transport.SendAsync(call, Default.RomLoadedJson, cancellationToken).ConfigureAwait(false)).Game;
    }

    /// <summary>Returns the configured speed; 1 is the console's, 0 as fast as possible.</summary>
    public async Task<double> GetSpeedAsync(CancellationToken cancellationToken = default) =>
        (await Transport.SendAsync(Call.Get($"{_path}/speed"), Default.SpeedJson, cancellationToken).ConfigureAwait(false)).Speed;

    /// <summary>Sets the speed: 0.25 to 16, or 0 for as fast as possible. Only the bundled emulator can.</summary>
    public async Task<double> SetSpeedAsync(double speed, CancellationToken cancellationToken = default)
    {
        var call = Call.Of(HttpMethod.Put, $"{_path}/speed", new SpeedJson(speed), Default.SpeedJson, isRepeatable: true);
        return (await Transport.SendAsync(call, Default.SpeedJson, cancellationToken).ConfigureAwait(false)).Speed;
    }

    /// <summary>Returns all registers of the processor by name, unsigned.</summary>
    public async Task<IReadOnlyDictionary<string, long>> GetRegistersAsync(CancellationToken cancellationToken = default)
    {
        var list = await Transport.SendAsync(Call.Get($"{_path}/registers"), Default.RegistersJson, cancellationToken)
            .ConfigureAwait(false);
        return list.Registers.ToDictionary(each => each.Name, each => each.Value);
    }

    /// <summary>Writes a register.</summary>
    /// <returns>The value that the register has then.</returns>
    public async Task<long> WriteRegisterAsync(string name, long value, CancellationToken cancellationToken = default)
    {
        var call = Call.Of(HttpMethod.Put, $"{_path}/registers/{Uri.EscapeDataString(name)}", new NumberJson(value), Default.NumberJson,
            isRepeatable: true);
        return (await Transport.SendAsync(call, Default.NumberJson, cancellationToken).ConfigureAwait(false)).Value;
    }

    /// <summary>Returns instructions that follow each other in memory. Only the bundled emulator can.</summary>
    /// <param name="address">The address of the first one; null: the one that the processor runs next.</param>
    /// <param name="lines">1 to 256 instructions.</param>
    /// <param name="mode">arm, thumb or sm83; null: thumb at an odd address of a GBA, otherwise the present mode of the processor.</param>
    /// <param name="cancellationToken">Cancels the request.</param>
    public async Task<IReadOnlyList<Instruction>> DisassembleAsync(
        MemoryAddress? address = null, int lines = 16, string? mode = null, CancellationToken cancellationToken = default)
    {
        var at = address is { } given ? $"&address={Uri.EscapeDataString(given.Text)}" : "";
        var target = $"{_path}/disassembly?lines={lines}{at}{(mode is null ? "" : $"&mode={Uri.EscapeDataString(mode)}")}";
        var code = await Transport.SendAsync(Call.Get(target), Default.DisassemblyJson, cancellationToken).ConfigureAwait(false);
        return [.. code.Instructions.Select(each => each.Instruction)];
    }

    /// <summary>Makes a URL that needs no token, for programs that can't send one: OBS, or an &lt;img&gt;. It only reads.</summary>
    /// <param name="purpose">screen, events, audio or clips.</param>
    /// <param name="lifetime">1 second to 24 hours; null: an hour. It also ends when the bridge stops.</param>
    /// <param name="cancellationToken">Cancels the request.</param>
    /// <exception cref="ProblemException">For example 503 <c>overloaded</c>: an emulator has at most 256 tickets.</exception>
    public async Task<Ticket> CreateTicketAsync(
        string purpose, TimeSpan? lifetime = null, CancellationToken cancellationToken = default)
    {
        var call = Call.Of(HttpMethod.Post, $"{_path}/tickets", new TicketJson(purpose, (int?)lifetime?.TotalSeconds), Default.TicketJson);
        var made = await Transport.SendAsync(call, Default.Ticket, cancellationToken).ConfigureAwait(false);
        return made with { Url = Transport.Address.GetLeftPart(UriPartial.Authority) + made.Url };
    }

    /// <summary>Writes a line to mGBA's scripting console, at most 65,536 bytes.</summary>
    /// <param name="message">The line.</param>
    /// <param name="level">info, warn or error.</param>
    /// <param name="cancellationToken">Cancels the request.</param>
    public Task LogAsync(string message, string level = "info", CancellationToken cancellationToken = default) => Transport.SendAsync(
        Call.Of(HttpMethod.Post, $"{_path}/console", new LogJson(message, level), Default.LogJson), cancellationToken);

    private async Task<long> FrameAsync(Call call, CancellationToken cancellationToken) =>
        (await Transport.SendAsync(call, Default.FrameJson, cancellationToken).ConfigureAwait(false)).Frame;
}
