using static MgbaBridge.GdbDoorsJson;

namespace MgbaBridge;

public sealed partial class Emulator
{
    /// <summary>Returns where GDB can attach to the game, and whether it has.</summary>
    public Task<GdbDoor> GetGdbAsync(CancellationToken cancellationToken = default) =>
        Transport.SendAsync(Call.Get($"{_path}/gdb"), Default.GdbDoor, cancellationToken);

    /// <summary>Lets GDB attach to the game. Only the bundled emulator's GBA games can be debugged.</summary>
    /// <param name="port">The port on the bridge's machine, up to 65,535; null: a free one.</param>
    /// <param name="cancellationToken">Cancels the request.</param>
    public Task<GdbDoor> OpenGdbAsync(int? port = null, CancellationToken cancellationToken = default) => Transport.SendAsync(
        Call.Of(HttpMethod.Put, $"{_path}/gdb", new GdbJson(port), Default.GdbJson, true), Default.GdbDoor, cancellationToken);

    /// <summary>Lets GDB attach no longer; one that has the game loses it.</summary>
    public Task CloseGdbAsync(CancellationToken cancellationToken = default) =>
        Transport.SendAsync(new Call(HttpMethod.Delete, $"{_path}/gdb", null, true), cancellationToken);
}
