using System.Net.Sockets;
using System.Runtime.InteropServices;

namespace Bridge.Testing;

/// <summary>
/// Has Linux drop all packets that come for a socket, before TCP sees them: nothing is acknowledged, as when the machine behind it has lost
/// its power. Any process may do so to its own sockets.
/// </summary>
public static class PacketLoss
{
    private const int SocketLevel = 1;
    private const int AttachFilter = 26;

    // "Accept 0 bytes": the code of a return, no jumps, the operand.
    private static readonly byte[] AcceptNothing = [6, 0, 0, 0, 0, 0, 0, 0];

    /// <summary>From now on, for as long as the socket lives; one that listens hears of no new connection.</summary>
    public static void Begin(Socket socket)
    {
        // A count of instructions and where they lie (socket(7), SO_ATTACH_FILTER). The kernel copies them.
        var instructions = Marshal.AllocHGlobal(AcceptNothing.Length);
        try
        {
            Marshal.Copy(AcceptNothing, 0, instructions, AcceptNothing.Length);
            socket.SetRawSocketOption(SocketLevel, AttachFilter, [1, 0, 0, 0, 0, 0, 0, 0, .. BitConverter.GetBytes(instructions)]);
        }
        finally
        {
            Marshal.FreeHGlobal(instructions);
        }
    }
}
