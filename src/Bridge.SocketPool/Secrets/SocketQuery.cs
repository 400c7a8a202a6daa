using System.Buffers.Binary;
using System.Net;
using System.Net.Sockets;

namespace Bridge.SocketPool.Secrets;

/// <summary>Writes and reads the netlink messages that query one TCP or UDP socket (sock_diag(7)).</summary>
internal static class SocketQuery
{
    /// <summary>The length of a request, in bytes.</summary>
    public const int RequestBytes = HeaderBytes + 56;

    /// <summary>The protocol of TCP sockets.</summary>
    public const byte Tcp = 6;

    /// <summary>The protocol of UDP sockets.</summary>
    public const byte Udp = 17;

    /// <summary>The number of bytes of a reply that are read; more may follow.</summary>
    public const int ReplyBytes = HeaderBytes + 72;

    // nlmsghdr of netlink(7).
    private const int HeaderBytes = 16;
    private const ushort ByFamily = 20;
    private const ushort IsRequest = 1;

    // inet_diag_req_v2 and inet_diag_msg of sock_diag(7).
    private const byte Ipv4 = 2;
    private const byte Ipv6 = 10;
    private const byte ListenState = 10;
    private const int AddressBytes = 16;

    // The index of the loopback interface is the same everywhere. A socket that is bound to the interface isn't found without it.
    private const uint LoopbackInterface = 1;

    /// <summary>Writes a request for the socket at <paramref name="end"/> that is connected to <paramref name="peer"/>.</summary>
    /// <param name="request">The destination, of <see cref="RequestBytes"/> bytes.</param>
    /// <param name="end">The address of the socket.</param>
    /// <param name="peer">The address that it is connected to.</param>
    /// <param name="number">The number that the reply repeats.</param>
    /// <param name="protocol"><see cref="Tcp"/> or <see cref="Udp"/>.</param>
    public static void Write(Span<byte> request, IPEndPoint end, IPEndPoint peer, uint number, byte protocol = Tcp)
    {
        request.Clear();
        BitConverter.TryWriteBytes(request, RequestBytes);
        BitConverter.TryWriteBytes(request[4..], ByFamily);
        BitConverter.TryWriteBytes(request[6..], IsRequest);
        BitConverter.TryWriteBytes(request[8..], number);
        var body = request[HeaderBytes..];
        var (source, destination) = (Plain(end.Address), Plain(peer.Address));
        body[0] = source.AddressFamily == AddressFamily.InterNetwork ? Ipv4 : Ipv6;
        body[1] = protocol;
        BitConverter.TryWriteBytes(body[4..], uint.MaxValue); // Any state.
        BinaryPrimitives.WriteUInt16BigEndian(body[8..], (ushort)end.Port);
        BinaryPrimitives.WriteUInt16BigEndian(body[10..], (ushort)peer.Port);
        source.TryWriteBytes(body.Slice(12, AddressBytes), out _);
        destination.TryWriteBytes(body.Slice(28, AddressBytes), out _);
        BitConverter.TryWriteBytes(body[44..], LoopbackInterface);
        BitConverter.TryWriteBytes(body[48..], ulong.MaxValue); // Any cookie.
    }

    /// <summary>Returns whether a reply belongs to the request of this number.</summary>
    public static bool IsReplyTo(ReadOnlySpan<byte> reply, uint number) =>
        reply.Length >= HeaderBytes && BitConverter.ToUInt32(reply[8..]) == number;

    /// <summary>Reads a reply; returns null for an error, such as that there is no such socket.</summary>
    /// <remarks>Offsets: idiag_state 17, idiag_uid 80, idiag_inode 84, which is 0 once no program holds the socket.</remarks>
    public static FoundSocket? Read(ReadOnlySpan<byte> reply) =>
        reply.Length >= ReplyBytes && BitConverter.ToUInt16(reply[4..]) == ByFamily
            ? new FoundSocket(BitConverter.ToUInt32(reply[80..]), reply[17] == ListenState, BitConverter.ToUInt32(reply[84..]) != 0)
            : null;

    // The kernel finds mapped and plain sockets under IPv4 addresses.
    private static IPAddress Plain(IPAddress address) => address.IsIPv4MappedToIPv6 ? address.MapToIPv4() : address;
}
