using System.Text;
using System.Xml.Linq;
using Bridge.Doors.Gdb.Target;

namespace Bridge.Api.Tests.Doors.Gdb;

/// <summary>What GDB reads about the console.</summary>
public sealed class DescriptionTests
{
    [Theory]
    [InlineData("features:read:target.xml:")]
    [InlineData("memory-map:read::")]
    public void A_document_comes_in_parts(string name)
    {
        var whole = TargetDescription.Read($"{name}0,fff");
        Assert.StartsWith("l<?xml", whole, StringComparison.Ordinal);
        var parts = new StringBuilder();
        string part;
        do
        {
            part = TargetDescription.Read($"{name}{parts.Length:x},40");
            Assert.InRange(part.Length, 1, 0x41);
            parts.Append(part.AsSpan(1));
        }
        while (part[0] == 'm');
        Assert.Equal(whole[1..], parts.ToString());
    }

    [Fact]
    public void The_registers_are_in_the_order_of_their_numbers()
    {
        var registers = Document("features:read:target.xml:").Descendants("reg").Select(register => register.Attribute("name")!.Value);
        string[] expected = [.. Enumerable.Range(0, 13).Select(number => $"r{number}"), "sp", "lr", "pc", "cpsr"];
        Assert.Equal(expected, registers);
        Assert.Equal(ArmRegisters.Count, expected.Length);
        Assert.Equal("pc", expected[ArmRegisters.ProgramCounter]);
        Assert.Equal("cpsr", expected[ArmRegisters.Status]);
    }

    [Fact]
    public void ROM_is_read_only() => Assert.Equal(["0x00000000", "0x08000000"],
        Document("memory-map:read::").Descendants("memory").Where(part => part.Attribute("type")!.Value == "rom")
            .Select(part => part.Attribute("start")!.Value));

    [Theory]
    [InlineData("features:read:other.xml:0,fff", "E00")]
    [InlineData("features:read:target.xml:0", "E00")]
    [InlineData("features:read:target.xml:fffff,1", "E00")]
    [InlineData("memory-map:read:x:0,fff", "E00")]
    [InlineData("memory-map:read::-1,fff", "E00")]
    [InlineData("threads:read::0,fff", "")]
    [InlineData("", "")]
    public void Other_requests_are_refused(string request, string expected) => Assert.Equal(expected, TargetDescription.Read(request));

    private static XElement Document(string name)
    {
        var text = TargetDescription.Read($"{name}0,fff")[1..];
        // Without its document type, which names a file.
        return XElement.Parse(text[text.IndexOf(name[0] == 'f' ? "<target " : "<memory-map>", StringComparison.Ordinal)..]);
    }
}
