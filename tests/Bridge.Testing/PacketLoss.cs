using System.Net.Sockets;
using System.Runtime.InteropServices;

namespace Bridge.Testing;

/// <summary>
/// Lets Linux drop all packets for a socket before TCP sees them: nothing is acknowledged, as if the machine had lost
/// power. Any process may do so to its own sockets.
/// </summary>
public static class PacketLoss
{
    // SOL_SOCKET and SO_ATTACH_FILTER.
    private const int SocketLevel = 1;
    private const int AttachFilter = 26;

    // "Accept 0 bytes": the code of a return, no jumps, the operand.
    private static readonly byte[] AcceptNothing = [6, 0, 0, 0, 0, 0, 0, 0];

    /// <summary>Drops packets from now on, for the lifetime of the socket; a listener gets no new connections.</summary>
    public static void Begin(Socket socket)
    {
        // The number of instructions and their address (socket(7), SO_ATTACH_FILTER). The kernel copies them.
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
