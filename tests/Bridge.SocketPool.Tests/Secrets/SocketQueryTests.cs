using System.Net;
using Bridge.SocketPool.Secrets;

namespace Bridge.SocketPool.Tests.Secrets;

/// <summary>The bytes of sock_diag(7). Integers are in native byte order, ports and addresses in network byte order.</summary>
public sealed class SocketQueryTests
{
    // The length, the type, the flags, the number 7 and no sender.
    private const string Header = "48000000 1400 0100 07000000 00000000";
    private const string AnyStateAndCookie = "FFFFFFFFFFFFFFFF";

    [Theory]
    [InlineData("127.0.0.1", 258, "127.0.0.2", 7185,
        "02 06 0000 FFFFFFFF 0102 1C11 7F000001000000000000000000000000 7F000002000000000000000000000000 01000000")]
    [InlineData("::1", 65535, "::1", 1,
        "0A 06 0000 FFFFFFFF FFFF 0001 00000000000000000000000000000001 00000000000000000000000000000001 01000000")]
    [InlineData("::ffff:127.0.0.1", 1, "::ffff:127.0.0.1", 2,
        "02 06 0000 FFFFFFFF 0001 0002 7F000001000000000000000000000000 7F000001000000000000000000000000 01000000")]
    public void A_request_names_one_socket(string end, int endPort, string peer, int peerPort, string expected)
    {
        LittleEndianOnly();
        var request = new byte[SocketQuery.RequestBytes];
        Array.Fill(request, (byte)0xEE);
        SocketQuery.Write(request, new IPEndPoint(IPAddress.Parse(end), endPort), new IPEndPoint(IPAddress.Parse(peer), peerPort), 7);
        Assert.Equal(Convert.ToHexString(Bytes(Header + expected + AnyStateAndCookie)), Convert.ToHexString(request));
    }

    [Theory]
    [InlineData(1, 1000, 4711, false, true)] // Established.
    [InlineData(5, 0, 4711, false, true)] // Half closed.
    [InlineData(4, 0, 0, false, false)] // Closed by its program.
    [InlineData(6, 0, 0, false, false)] // In TIME_WAIT.
    [InlineData(10, 33, 4711, true, true)] // Listening.
    public void A_reply_contains_the_account_and_whether_a_program_has_the_socket_open(byte state, uint user,
        uint inode, bool isListener, bool isOpen)
    {
        LittleEndianOnly();
        Assert.Equal(new FoundSocket(user, isListener, isOpen), SocketQuery.Read(Reply(state, user, inode)));
        // Attributes may follow.
        Assert.Equal(new FoundSocket(user, isListener, isOpen), SocketQuery.Read([.. Reply(state, user, inode), .. new byte[36]]));
    }

    [Fact]
    public void An_error_or_a_short_reply_means_no_socket()
    {
        LittleEndianOnly();
        var error = new byte[SocketQuery.ReplyBytes];
        // NLMSG_ERROR.
        error[4] = 2;
        Assert.Null(SocketQuery.Read(error));
        var whole = Reply(1, 0, 4711);
        for (var length = 0; length < whole.Length; length++)
            Assert.Null(SocketQuery.Read(whole.AsSpan(0, length)));
    }

    [Fact]
    public void A_reply_matches_the_request_with_its_number()
    {
        LittleEndianOnly();
        var reply = Reply(1, 0, 1);
        Assert.True(SocketQuery.IsReplyTo(reply, 7));
        Assert.False(SocketQuery.IsReplyTo(reply, 8));
        Assert.False(SocketQuery.IsReplyTo(reply.AsSpan(0, 15), 7));
    }

    private static byte[] Reply(byte state, uint user, uint inode)
    {
        var reply = new byte[SocketQuery.ReplyBytes];
        Bytes("48000000 1400 0000 07000000 01000000 02").CopyTo(reply, 0);
        reply[17] = state;
        BitConverter.TryWriteBytes(reply.AsSpan(80), user);
        BitConverter.TryWriteBytes(reply.AsSpan(84), inode);
        return reply;
    }

    private static byte[] Bytes(string hex) => Convert.FromHexString(hex.Replace(" ", "", StringComparison.Ordinal));

    private static void LittleEndianOnly() =>
        Assert.SkipUnless(BitConverter.IsLittleEndian, "The bytes are in the order of a little-endian machine.");
}
