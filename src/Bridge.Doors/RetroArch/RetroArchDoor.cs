using System.Runtime.CompilerServices;
using System.Text;
using Bridge.Doors.Listening;
using Bridge.Doors.RetroArch.Commands;
using Bridge.Doors.RetroArch.Sessions;

namespace Bridge.Doors.RetroArch;

/// <summary>
/// Speaks RetroArch's network control interface over UDP (docs/retroarch.md), so that its clients find the game of an emulator. Any number
/// of clients may send commands, which run one after another.
/// </summary>
public static class RetroArchDoor
{
    /// <summary>The port that clients use by default.</summary>
    public const int Port = 55355;

    private const string Clients = "RetroArch's clients";

    /// <summary>Opens the door of an emulator.</summary>
    /// <param name="plan">Where, and for which emulator.</param>
    /// <exception cref="System.Net.Sockets.SocketException">It can't listen there.</exception>
    public static IDoor Open(DoorPlan plan)
    {
        ArgumentNullException.ThrowIfNull(plan);
        var runner = new CommandRunner(plan, Clients);
        return UdpDoor.Open(plan, new UdpProtocol(Clients, Port,
            (datagram, cancellationToken) => RunAsync(runner, datagram, cancellationToken), runner.DisposeAsync));
    }

    private static async IAsyncEnumerable<byte[]> RunAsync(
        CommandRunner runner, ReadOnlyMemory<byte> datagram, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        foreach (var command in NetworkCommand.ReadAll(datagram.Span))
        {
            if (await runner.RunAsync(command, cancellationToken).ConfigureAwait(false) is { } reply)
                yield return Encoding.UTF8.GetBytes(reply);
        }
    }
}
