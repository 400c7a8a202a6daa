using System.Runtime.Versioning;
using System.Text.Json.Nodes;
using Bridge.Api.Features.OnDemand;

namespace Bridge.Api.Tests.Features.OnDemand;

/// <summary>The record of a running emulator, as any program or a full disk may have left it.</summary>
[UnsupportedOSPlatform("windows")]
public sealed class HostRecordTests : IDisposable
{
    private static readonly HostRecord Valid = new(
        "red", 4711, 815, "secret", "a.gba", new HostPlan("/roms/a.gba", 0.5, "CGB", 5), new Dictionary<string, string> { ["a"] = "b" },
        600, KeepsSaves: true, new(7, "h1"), "token/key");

    private readonly DirectoryInfo _root = Directory.CreateTempSubdirectory("bridge-record-");

    private string Folder => Path.Combine(_root.FullName, "red");

    private string File => Path.Combine(Folder, HostRecordFile.Name);

    public HostRecordTests() => Directory.CreateDirectory(Folder);

    public void Dispose() => _root.Delete(recursive: true);

    [Fact]
    public void A_record_is_read_as_it_was_written()
    {
        var (none, nothing) = HostRecordFile.Read(Folder);
        Assert.Null(none);
        Assert.Null(nothing);
        HostRecordFile.Write(Folder, Valid with { LeaseSeconds = 5 });
        HostRecordFile.Write(Folder, Valid);

        var (record, problem) = HostRecordFile.Read(Folder);

        Assert.Null(problem);
        Assert.Equal(Valid.Labels, record!.Labels);
        Assert.Equal(Valid, record with { Labels = Valid.Labels });
        Assert.Equal([File], Directory.GetFileSystemEntries(Folder));
    }

    [Fact]
    public void A_record_that_can_not_be_written_changes_nothing()
    {
        Directory.CreateDirectory(Path.Combine(File, "folder"));

        Assert.ThrowsAny<Exception>(() => HostRecordFile.Write(Folder, Valid));

        Assert.Equal([File], Directory.GetFileSystemEntries(Folder));
    }

    [Theory]
    [InlineData("process", "0", "process must be the id of a process that was started; got \"0, startedAt 815\".")]
    [InlineData("process", "-1", "process must be")]
    [InlineData("process", "99999999999", "can't be read")]
    [InlineData("startedAt", "0", "process must be")]
    [InlineData("startedAt", "1.5", "can't be read")]
    [InlineData("secret", null, "secret")]
    [InlineData("secret", "null", "can't be read")]
    [InlineData("secret", "\"\"", "secret must be")]
    [InlineData("rom", null, "rom")]
    [InlineData("plan", null, "plan")]
    [InlineData("plan", "{}", "plan")]
    [InlineData("plan", """{"rom": "a.gba", "speed": 1}""", "plan.rom must be the full path of a ROM; got \"a.gba\".")]
    [InlineData("plan", """{"rom": "/a.gba", "speed": 17}""", "speed must be")]
    [InlineData("plan", """{"rom": "/a.gba", "speed": 1, "model": "PSP"}""", "model must be")]
    [InlineData("plan", """{"rom": "/a.gba", "speed": 1, "clock": -1}""", "clock must be")]
    [InlineData("labels", null, "labels")]
    [InlineData("labels", """{"a:b": "c"}""", "labels must be")]
    [InlineData("labels", """{"a": "\n"}""", "labels.a must be")]
    [InlineData("leaseSeconds", "0.5", "seconds must be")]
    [InlineData("leaseSeconds", "1e300", "seconds must be")]
    [InlineData("leaseSeconds", "\"long\"", "can't be read")]
    [InlineData("name", null, "name")]
    [InlineData("name", "\"blue\"", "name must be")]
    [InlineData("more", "1", "can't be read")]
    public void A_damaged_member_gets_a_sentence(string member, string? value, string part)
    {
        HostRecordFile.Write(Folder, Valid);
        var json = JsonNode.Parse(System.IO.File.ReadAllText(File))!.AsObject();
        json.Remove(member);
        System.IO.File.WriteAllText(File, value is null
            ? json.ToJsonString()
            : $$"""{"{{member}}": {{value}}, {{json.ToJsonString()[1..]}}""");

        var (record, problem) = HostRecordFile.Read(Folder);

        Assert.Null(record);
        Assert.Contains(part, problem, StringComparison.Ordinal);
        Assert.EndsWith(".", problem, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(": > emulator.json")]
    [InlineData("head -c 70000 /dev/zero > emulator.json")]
    [InlineData("mkfifo emulator.json")]
    [InlineData("mkdir emulator.json")]
    [InlineData("ln -s /dev/zero emulator.json")]
    [InlineData("echo null > emulator.json")]
    public void A_file_that_is_no_record_gets_a_sentence(string damage)
    {
        Shell.Run(Folder, damage);

        var (record, problem) = HostRecordFile.Read(Folder);

        Assert.Null(record);
        Assert.NotNull(problem);
    }

    [Fact]
    public void An_unused_emulator_needs_less() =>
        Assert.Null((Valid with { Name = ".warm-1", Rom = "", Process = 0 }).FindProblem(".warm-1"));
}
