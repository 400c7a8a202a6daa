using static MgbaBridge.DoorJson;

namespace MgbaBridge;

public sealed partial class Emulator
{
    /// <summary>Returns whether a door is open, and where.</summary>
    /// <param name="kind">The tool, like <c>gdb</c>.</param>
    /// <param name="cancellationToken">Cancels the request.</param>
    public Task<Door> GetDoorAsync(string kind, CancellationToken cancellationToken = default) =>
        Transport.SendAsync(Call.Get(DoorPath(kind)), Default.Door, cancellationToken);

    /// <summary>Opens a door. One client at a time has it.</summary>
    /// <param name="kind">The tool, like <c>gdb</c>.</param>
    /// <param name="port">The port on the bridge's machine, up to 65,535; null: the first free one at which the tool looks.</param>
    /// <param name="access"><c>read</c>, or <c>write</c>, which includes it; null: that of the bridge's settings.</param>
    /// <param name="cancellationToken">Cancels the request.</param>
    public Task<Door> OpenDoorAsync(
        string kind, int? port = null, string? access = null, CancellationToken cancellationToken = default) => Transport.SendAsync(
        Call.Of(HttpMethod.Put, DoorPath(kind), new DoorBody(port, access), Default.DoorBody, true), Default.Door, cancellationToken);

    /// <summary>Closes a door; its client is disconnected, and the game goes on.</summary>
    /// <param name="kind">The tool, like <c>gdb</c>.</param>
    /// <param name="cancellationToken">Cancels the request.</param>
    public Task CloseDoorAsync(string kind, CancellationToken cancellationToken = default) =>
        Transport.SendAsync(new Call(HttpMethod.Delete, DoorPath(kind), null, true), cancellationToken);

    private string DoorPath(string kind) => $"{_path}/doors/{Uri.EscapeDataString(kind)}";
}
