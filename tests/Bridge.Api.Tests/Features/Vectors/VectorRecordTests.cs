using System.Text.Json.Nodes;
using Bridge.Api.Features.Vectors;

namespace Bridge.Api.Tests.Features.Vectors;

public sealed class VectorRecordTests : IDisposable
{
    private readonly DirectoryInfo _root = Directory.CreateTempSubdirectory("bridge-vector-record-");

    private string Folder => Directory.CreateDirectory(Path.Combine(_root.FullName, "maze")).FullName;

    public void Dispose() => _root.Delete(recursive: true);

    [Fact]
    public void A_record_is_read_as_it_was_written()
    {
        VectorRecord.File.Write(Folder, Example());

        var (record, problem) = VectorRecord.File.Read(Folder);

        Assert.Null(problem);
        Assert.Equal(Example().Layout.Areas, record!.Layout.Areas);
        Assert.Equivalent(Example(), record, strict: true);
    }

    [Theory]
    [InlineData("name", "\"other\"", "name must be the name of its folder; got \"other\".")]
    [InlineData("process", "0", "process and startedAt must be those of a process that was started.")]
    [InlineData("plan.count", "257", "plan.count must be 1 to 256; got 257.")]
    [InlineData("plan.count", "0", "plan.count must be 1 to 256; got 0.")]
    [InlineData("plan.picture.width", "9999", "plan.picture must have a size in its range.")]
    [InlineData("layout.size", "10", "layout must have all areas within the memory.")]
    [InlineData("layout.areas", "[1, 2]", "layout must have all areas within the memory.")]
    [InlineData("layout.areas", null, "layout must have all areas within the memory.")]
    [InlineData("game", null, "name, rom, plan, game, read and layout are required.")]
    public void A_record_that_no_bridge_has_written_is_damaged(string path, string? value, string sentence)
    {
        VectorRecord.File.Write(Folder, Example());
        var file = Path.Combine(Folder, "vector.json");
        var record = JsonNode.Parse(File.ReadAllText(file))!;
        var names = path.Split('.');
        var owner = names[..^1].Aggregate(record, (node, name) => node[name]!);
        owner.AsObject().Remove(names[^1]);
        if (value is not null)
            owner[names[^1]] = JsonNode.Parse(value);
        File.WriteAllText(file, record.ToJsonString());

        Assert.Equal((null, sentence), VectorRecord.File.Read(Folder));
    }

    private static VectorRecord Example() => new(
        "maze", Process: 4711, StartedAt: 12, "game.gba",
        new VectorPlan("/roms/game.gba", Count: 16, Frames: 4, new VectorPictureForm(84, 84, Gray: true, Last: 2), Sticky: 0.25,
            Noops: 30, Seed: 7, Model: null, Clock: 1000),
        new VectorGame("GAME", "GBA", "0x01234567"), [new VectorValue("0x02000000", "u16", Domain: null)],
        new VectorLayout(Descriptor: 5, Size: 100_000, [.. Enumerable.Range(0, 16).Select(area => 4096L + (64 * area))]),
        LeaseSeconds: 600);
}
