using System.Buffers;
using System.Text;
using Bridge.SocketPool.Framing;
using Bridge.Testing;

namespace Bridge.SocketPool.Tests.Model;

/// <summary>Parsing of the header and the payload of a reply to <c>hello</c> or <c>info</c>.</summary>
public sealed class EmulatorFactsTests
{
    [Fact]
    public void The_game_s_files_come_in_the_payload() => Assert.Equal(
        new GameFiles("Ein Spiel.gba", "/saves/é.sav", false, "The folder can't be written to.", "Ein Spiel.ips", "It has no patch in it."),
        Read("file=Ein%20Spiel.gba\nsave=/saves/%C3%A9.sav\nsavewritable=0\n"
            + "saveproblem=The%20folder%20can't%20be%20written%20to.\npatch=Ein%20Spiel.ips\n"
            + "patchproblem=It%20has%20no%20patch%20in%20it.\nnobody=knows\n").Files);

    [Theory]
    [InlineData("")]
    [InlineData("\n\n")]
    [InlineData("file=\nsave=\nsavewritable=\n")]
    [InlineData("file\n=file\n")]
    [InlineData("savewritable=2\n")]
    [InlineData("file=a b\nsave=%\npatch=%2\nsaveproblem=%zz\npatchproblem=é\n")]
    public void Missing_or_malformed_facts_are_unknown(string payload) => Assert.Equal(GameFiles.Unknown, Read(payload).Files);

    [Fact]
    public void A_line_after_a_malformed_one_and_one_without_its_end_are_read() =>
        Assert.Equal(GameFiles.Unknown with { Rom = "a.gba", IsSaveWritable = true }, Read("%\nfile=a.gba\nsavewritable=1").Files);

    [Fact]
    public void The_payload_replaces_nothing_of_the_header() =>
        Assert.Equal(("HEADER", 7), (Read("title=PAYLOAD\nsize=8\n").Title, Read("size=8\n").Size));

    [Fact]
    public void A_path_may_be_longer_than_a_header()
    {
        var path = "/" + string.Concat(Enumerable.Repeat("é", 2000));
        Assert.Equal(path, Read($"save={WireText.Encode(path)}\n").Files.Save);
    }

    [Fact]
    public void The_maximum_number_of_bytes_is_read_and_one_more_makes_the_facts_unknown()
    {
        var path = new string('a', WireLimits.FactBytes - "save=\n".Length);
        Assert.Equal(path, Read($"save={path}\n").Files.Save);
        Assert.Equal(GameFiles.Unknown, Read($"save={path}a\n").Files);
    }

    private static EmulatorFacts Read(string payload)
    {
        var message = WireText.Message(1, "ok", 5, ["title=HEADER", "size=7"], Encoding.UTF8.GetBytes(payload));
        Assert.Equal(OperationStatus.Done, MessageHeader.TryRead(message, out var header, out _));
        using var reply = SmallReply.Copy(header, message.AsSpan(header.HeaderLength, header.PayloadLength));
        return FactsReader.Read(reply);
    }
}
