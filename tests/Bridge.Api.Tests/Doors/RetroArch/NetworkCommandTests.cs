using System.Text;
using Bridge.Doors.RetroArch.Commands;

namespace Bridge.Api.Tests.Doors.RetroArch;

/// <summary>Commands as RetroArch's clients write them.</summary>
public sealed class NetworkCommandTests
{
    [Theory]
    [InlineData("VERSION", "VERSION|")]
    [InlineData("VERSION\n", "VERSION|")]
    [InlineData("VERSION\r\n", "VERSION|")]
    [InlineData("VERSION\0", "VERSION|")]
    [InlineData("SHOW_MSG two  blanks ", "SHOW_MSG|two  blanks ")]
    [InlineData("RESET\nGET_STATUS\n\n", "RESET|", "GET_STATUS|")]
    [InlineData("\n")]
    [InlineData(" ")]
    public void A_datagram_has_a_command_on_each_line(string datagram, params string[] commands) =>
        Assert.Equal(commands, Read(datagram).Select(command => $"{command.Word}|{command.Rest}"));

    [Fact]
    public void Lines_have_a_limit() =>
        Assert.Equal(NetworkLimits.Lines, Read(string.Concat(Enumerable.Repeat("RESET\n", NetworkLimits.Lines + 5))).Count);

    [Theory]
    [InlineData("R c000 4", 0xC000u, 4u)]
    [InlineData("R 0xDDdd  16", 0xDDDDu, 16u)]
    [InlineData("R 0X2000000 4294967295 ", 0x2000000u, uint.MaxValue)]
    public void A_range_is_an_address_and_a_decimal_number(string text, uint address, uint count) =>
        Assert.Equal((address, count), Only(text).ReadRange());

    [Theory]
    [InlineData("R")]
    [InlineData("R c000")]
    [InlineData("R c000 0")]
    [InlineData("R c000 -1")]
    [InlineData("R c000 0x10")]
    [InlineData("R c000 4 5")]
    [InlineData("R g000 4")]
    [InlineData("R 100000000 4")]
    [InlineData("R c000 4294967296")]
    [InlineData("R -1 4")]
    public void Anything_else_is_no_range(string text) => Assert.Null(Only(text).ReadRange());

    [Theory]
    [InlineData("W c000 1 ff 0x0A", 0xC000u, "01FF0A")]
    [InlineData("W 0xC000 0x00", 0xC000u, "00")]
    public void A_write_is_an_address_and_bytes(string text, uint address, string bytes)
    {
        var written = Only(text).ReadWrite();
        Assert.Equal((address, bytes), (written!.Value.Address, Convert.ToHexString(written.Value.Bytes)));
    }

    [Theory]
    [InlineData("W c000")]
    [InlineData("W c000 100")]
    [InlineData("W c000 1 x")]
    [InlineData("W c000 -1 no descriptor for address")]
    public void Anything_else_is_no_write(string text) => Assert.Null(Only(text).ReadWrite());

    [Fact]
    public void A_write_has_a_limit()
    {
        Assert.NotNull(Only("W 0" + string.Concat(Enumerable.Repeat(" 1", NetworkLimits.Bytes))).ReadWrite());
        Assert.Null(Only("W 0" + string.Concat(Enumerable.Repeat(" 1", NetworkLimits.Bytes + 1))).ReadWrite());
    }

    [Theory]
    [InlineData("S 0", 0)]
    [InlineData("S 9 ", 9)]
    [InlineData("S 10", null)]
    [InlineData("S -1", null)]
    [InlineData("S", null)]
    public void A_slot_is_0_to_9(string text, int? slot) => Assert.Equal(slot, Only(text).ReadSlot());

    [Fact]
    public void Any_bytes_are_read_without_an_error()
    {
        var random = new Random(7);
        for (var round = 0; round < 2000; round++)
        {
            var datagram = new byte[random.Next(200)];
            random.NextBytes(datagram);
            foreach (var command in NetworkCommand.ReadAll(datagram))
                _ = (command.ReadRange(), command.ReadWrite(), command.ReadSlot());
        }
    }

    [Fact]
    public void Replies_are_written_as_clients_parse_them()
    {
        Assert.Equal("READ_CORE_MEMORY c0a0 00 0A FF\n", NetworkReply.Bytes("READ_CORE_MEMORY", 0xC0A0, [0, 10, 255]));
        Assert.Equal("WRITE_CORE_MEMORY 2000000 12\n", NetworkReply.Written("WRITE_CORE_MEMORY", 0x2000000, 12));
        Assert.Equal("READ_CORE_MEMORY 0 -1 no descriptor for address\n",
            NetworkReply.Failed("READ_CORE_MEMORY", 0, "no descriptor for address"));
        Assert.Equal("READ_CORE_RAM ff -1\n", NetworkReply.Failed("READ_CORE_RAM", 255, ""));
        // The largest reply fits a datagram.
        Assert.InRange(NetworkReply.Bytes("READ_CORE_MEMORY", uint.MaxValue, new byte[NetworkLimits.Bytes]).Length, 1, 65507);
    }

    private static NetworkCommand Only(string text) => Assert.Single(Read(text));

    private static IReadOnlyList<NetworkCommand> Read(string datagram) => NetworkCommand.ReadAll(Encoding.UTF8.GetBytes(datagram));
}
