using System.Globalization;
using static MgbaBridge.ClientJson;

namespace MgbaBridge;

/// <summary>An emulator of a bridge: the game that runs in it. Every method is one request, except that the events are a stream.</summary>
public sealed partial class Emulator
{
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

    /// <summary>Returns the number at an address, or at the end of a chain of pointers.</summary>
    /// <param name="address">A number on the bus, or a chain of pointers.</param>
    /// <param name="type">u8, u16, u32, i8, i16 or i32.</param>
    /// <param name="domain">A memory domain, in which the address is an offset.</param>
    /// <param name="cancellationToken">Cancels the request.</param>
    public async Task<long> ReadAsync(
        MemoryAddress address, string type = "u8", string? domain = null, CancellationToken cancellationToken = default)
    {
        var call = Call.Get(Memory(address, $"type={type}", domain));
        return (await Transport.SendAsync(call, Default.NumberJson, cancellationToken).ConfigureAwait(false)).Value;
    }

    /// <summary>Returns 1 to 1,048,576 bytes.</summary>
    public async Task<byte[]> ReadBytesAsync(
        MemoryAddress address, int length, string? domain = null, CancellationToken cancellationToken = default)
    {
        var range = string.Create(CultureInfo.InvariantCulture, $"length={length}");
        var call = Call.Get(Memory(address, range, domain), "application/octet-stream");
        return (await Transport.SendAsync(call, cancellationToken).ConfigureAwait(false)).Body;
    }

    /// <summary>Returns the values of 1 to 256 places, all from one frame; at most 262,144 bytes together.</summary>
    public async Task<Readings> ReadManyAsync(IEnumerable<Place> places, CancellationToken cancellationToken = default)
    {
        var call = Call.Of(HttpMethod.Post, $"{_path}/memory/read", places.ToArray(), Default.PlaceArray, isRepeatable: true);
        return (await Transport.SendAsync(call, Default.ReadingsJson, cancellationToken).ConfigureAwait(false)).Readings;
    }

    /// <summary>Writes a number. ROM and BIOS can't be written on the bus; the domain cart0 patches the ROM.</summary>
    public Task WriteAsync(
        MemoryAddress address, long value, string type = "u8", string? domain = null, CancellationToken cancellationToken = default) =>
        Transport.SendAsync(Call.Of(HttpMethod.Put, Memory(address, null, domain), new WriteJson(value, type), Default.WriteJson, true),
            cancellationToken);

    /// <summary>Writes 1 to 1,048,576 bytes.</summary>
    public Task WriteBytesAsync(
        MemoryAddress address, ReadOnlyMemory<byte> bytes, string? domain = null, CancellationToken cancellationToken = default) =>
        Transport.SendAsync(new Call(HttpMethod.Put, Memory(address, null, domain), bytes, true), cancellationToken);

    /// <summary>Presses buttons like "Up+B" together and returns after the release. In a held game a press waits for steps.</summary>
    /// <param name="buttons">The buttons, separated by +.</param>
    /// <param name="hold">Frames down, 1 to 3,600.</param>
    /// <param name="release">Frames up afterwards, 1 to 600.</param>
    /// <param name="cancellationToken">Cancels the press.</param>
    public Task<Pressed> PressAsync(string buttons, int hold = 6, int release = 2, CancellationToken cancellationToken = default) =>
        Transport.SendAsync(Call.Of(HttpMethod.Post, $"{_path}/buttons/press",
            new PressJson(buttons.Split('+'), hold, release, true), Default.PressJson), Default.Pressed, cancellationToken);

    /// <summary>Plays 1 to 256 steps, exact to the frame, and returns after the last; at most 36,000 frames in total.</summary>
    public Task<Pressed> PlayAsync(IReadOnlyList<SequenceStep> steps, int repeat = 1, CancellationToken cancellationToken = default) =>
        Transport.SendAsync(Call.Of(HttpMethod.Post, $"{_path}/buttons/sequence",
            new SequenceJson(steps, repeat, true), Default.SequenceJson), Default.Pressed, cancellationToken);

    /// <summary>Holds exactly these buttons, until the next call or the end of the lease (100 ms to 600 s).</summary>
    public Task HoldButtonsAsync(IReadOnlyList<string> buttons, TimeSpan? lease = null, CancellationToken cancellationToken = default) =>
        Transport.SendAsync(Call.Of(HttpMethod.Put, $"{_path}/buttons", new ButtonsJson(buttons, (int?)lease?.TotalMilliseconds),
            Default.ButtonsJson, true), cancellationToken);

    /// <summary>Releases all buttons and drops the queued presses.</summary>
    public Task ReleaseButtonsAsync(CancellationToken cancellationToken = default) =>
        Transport.SendAsync(new Call(HttpMethod.Delete, $"{_path}/buttons"), cancellationToken);

    /// <summary>Returns the held, pressed and queued buttons.</summary>
    public Task<ButtonState> GetButtonsAsync(CancellationToken cancellationToken = default) =>
        Transport.SendAsync(Call.Get($"{_path}/buttons"), Default.ButtonState, cancellationToken);

    /// <summary>Returns the picture that the game drew last; the scale is 1 to 8.</summary>
    public async Task<Screen> GetScreenAsync(int scale = 1, CancellationToken cancellationToken = default)
    {
        var call = Call.Get(string.Create(CultureInfo.InvariantCulture, $"{_path}/screen?scale={scale}"));
        var (body, frame) = await Transport.SendAsync(call, cancellationToken).ConfigureAwait(false);
        return new Screen(body, frame);
    }

    /// <summary>Resets the game like the power switch.</summary>
    public Task ResetAsync(CancellationToken cancellationToken = default) =>
        Transport.SendAsync(new Call(HttpMethod.Post, $"{_path}/reset"), cancellationToken);

    /// <summary>Loads a game of the bridge's ROM folder and starts it.</summary>
    public Task LoadRomAsync(string name, CancellationToken cancellationToken = default) =>
        Transport.SendAsync(Call.Of(HttpMethod.Post, $"{_path}/rom", new RomJson(name), Default.RomJson), cancellationToken);

    /// <summary>Sets the speed: 0.25 to 16, or 0 for as fast as possible. Only the bundled emulator can.</summary>
    public Task SetSpeedAsync(double speed, CancellationToken cancellationToken = default) =>
        Transport.SendAsync(Call.Of(HttpMethod.Put, $"{_path}/speed", new SpeedJson(speed), Default.SpeedJson, true), cancellationToken);

    private string Memory(MemoryAddress address, string? parameter, string? domain)
    {
        var parameters = string.Join('&', new[] { parameter, domain is null ? null : $"domain={Uri.EscapeDataString(domain)}" }
            .Where(each => each is not null));
        return $"{_path}/memory/{Uri.EscapeDataString(address.Text)}{(parameters.Length > 0 ? "?" : "")}{parameters}";
    }
}
