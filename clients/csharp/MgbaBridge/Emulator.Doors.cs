using static MgbaBridge.DoorJson;

namespace MgbaBridge;

public sealed partial class Emulator
{
    /// <summary>Returns whether the door for a tool is open, and at which port.</summary>
    /// <param name="kind">The tool, like <c>gdb</c>.</param>
    /// <param name="cancellationToken">Cancels the request.</param>
    public Task<Door> GetDoorAsync(string kind, CancellationToken cancellationToken = default) =>
        Transport.SendAsync(Call.Get(DoorPath(kind)), Default.Door, cancellationToken);

    /// <summary>Opens the door for a tool. One client at a time can use it.</summary>
    /// <param name="kind">The tool, like <c>gdb</c>.</param>
    /// <param name="port">The port on the bridge's machine, up to 65,535; null: the first free one of those that the tool tries.</param>
    /// <param name="access"><c>read</c>, or <c>write</c>, which includes reading; null: that of the bridge's settings.</param>
    /// <param name="cancellationToken">Cancels the request.</param>
    public Task<Door> OpenDoorAsync(
        string kind, int? port = null, string? access = null, CancellationToken cancellationToken = default) => Transport.SendAsync(
        Call.Of(HttpMethod.Put, DoorPath(kind), new DoorBody(port, access), Default.DoorBody, isRepeatable: true), Default.Door,
        cancellationToken);

    /// <summary>Closes the door for a tool; its client is disconnected, and the game runs on.</summary>
    /// <param name="kind">The tool, like <c>gdb</c>.</param>
    /// <param name="cancellationToken">Cancels the request.</param>
    public Task CloseDoorAsync(string kind, CancellationToken cancellationToken = default) =>
        Transport.SendAsync(new Call(HttpMethod.Delete, DoorPath(kind), IsRepeatable: true), cancellationToken);

    private string DoorPath(string kind) => $"{_path}/doors/{Uri.EscapeDataString(kind)}";
}
