using System.Collections.Immutable;
using Bridge.Api.Fleet;
using Bridge.Api.Fleet.Checkpoints;
using Bridge.Testing;

namespace Bridge.Api.Tests.Fleet;

public sealed class TakeoverTests
{
    private static readonly FleetCheckpoint Checkpoint = new(5, "{}");

    [Fact]
    public void The_freest_host_is_first_and_equal_ones_differ_by_emulator()
    {
        var copy = PlacementTests.CopyOf(PlacementTests.HostOf("h1", 2), PlacementTests.HostOf("h2", 4), PlacementTests.HostOf("h3", 2),
            PlacementTests.HostOf("h4", 0));

        Assert.Equal(0, TakeoverRank.Of(copy, "h2", "red", null));
        Assert.Equal([1, 2], new[] { "h1", "h3" }.Select(host => TakeoverRank.Of(copy, host, "red", null)!.Value).Order());
        Assert.Null(TakeoverRank.Of(copy, "h4", "red", null));
        Assert.Null(TakeoverRank.Of(copy, "h5", "red", null));
        Assert.Equal(2, Enumerable.Range(0, 50).Select(number => TakeoverRank.Of(copy, "h1", $"e{number}", null)).Distinct().Count());
    }

    [Theory]
    [InlineData("h1", true, "", FenceVerdict.Serve)]
    [InlineData("h2", true, "", FenceVerdict.End)]
    [InlineData(null, true, "", FenceVerdict.End)]
    [InlineData(null, false, "none none", FenceVerdict.Serve)]
    [InlineData(null, false, "none gone", FenceVerdict.Refuse)]
    [InlineData(null, false, "gone gone", FenceVerdict.Refuse)]
    [InlineData(null, false, "gone own", FenceVerdict.End)]
    [InlineData(null, false, "none same", FenceVerdict.Refuse)]
    [InlineData(null, false, "none older", FenceVerdict.Serve)]
    [InlineData(null, false, "gone exact", FenceVerdict.Serve)]
    [InlineData("h1", true, "own", FenceVerdict.End)]
    [InlineData(null, false, "", FenceVerdict.Refuse)]
    [InlineData(null, false, null, FenceVerdict.Refuse)]
    public void Answers_about_a_name_are_judged(string? inEtcd, bool isReached, string? others, object verdict)
    {
        var answers = others?.Split(' ', StringSplitOptions.RemoveEmptyEntries).Select(other => other switch
        {
            "none" => new FenceAnswer(null, false),
            "own" => new FenceAnswer("h3", false, 9),
            "same" => new FenceAnswer("h3", false, 4),
            "older" => new FenceAnswer("h3", false, 3),
            "exact" => new FenceAnswer("h1", true),
            _ => null,
        }).ToArray();

        Assert.Equal(verdict, FenceRules.Judge("h1", 4, isReached ? new FenceAnswer(inEtcd, true) : null, answers));
    }

    [Fact]
    public void Emulators_of_a_lost_host_are_told_apart_from_others()
    {
        var time = new FakeTime();
        var lost = new LostEmulators(time);
        var (h1, h2) = (PlacementTests.HostOf("h1", 2), PlacementTests.HostOf("h2", 2));
        var aliases = ImmutableDictionary<string, FleetAlias>.Empty
            .Add("red", new FleetAlias("h1")).Add("blue", new FleetAlias("h1", Checkpoint)).Add("green", new FleetAlias("h2"));
        var before = PlacementTests.CopyOf(h1, h2) with { Aliases = aliases };
        var gone = new LostHost(h1, time.GetUtcNow());
        var after = PlacementTests.CopyOf(h2) with
        {
            Aliases = aliases.Remove("red"), Lost = ImmutableDictionary<string, LostHost>.Empty.Add("h1", gone),
        };

        lost.Observe(before, after);

        Assert.Equal("The host h1 was last seen at 00:00:00 UTC; create another emulator.", lost.Find(after, "red")?.Sentence);
        Assert.Contains("create another", lost.Find(after, "h1-abcdef")?.Sentence, StringComparison.Ordinal);
        Assert.True(lost.Find(after, "blue")?.ComesBack);
        Assert.Null(lost.Find(after, "green"));
        Assert.Null(lost.Find(after, "nobody"));
        Assert.Null(lost.Find(before, "h1-abcdef"));
        // Another one of that name.
        Assert.Null(lost.Find(after with { Aliases = aliases.SetItem("red", new FleetAlias("h2")) }, "red"));
    }

    [Fact]
    public void The_checkpoint_of_the_latest_host_counts_and_damaged_ones_do_not()
    {
        var folder = Directory.CreateTempSubdirectory("bridge-checkpoints-");
        try
        {
            var (old, next) = (FilesOf("h1", folder), FilesOf("h2", folder));
            old.Write("red", 17, 100, "old"u8);
            old.Write("red-2", 40, 100, "another"u8);
            Assert.Equal(("h1", 100), (old.Find("red")!.Host, old.Find("red")!.Frame));

            next.Write("red", 21, 160, "new"u8);
            // The old host is late.
            old.Write("red", 17, 900, "late"u8);

            Assert.Equal("new", System.Text.Encoding.UTF8.GetString(next.Find("red")!.State.Span));
            File.WriteAllText(Path.Combine(folder.FullName, "red.30.checkpoint"), "{\"host\":\"h3\",\"frame\":1,\"bytes\":9}\nhalf");
            Assert.Equal("h2", next.Find("red")!.Host);
            next.Delete("red");
            Assert.Null(next.Find("red"));
            Assert.NotNull(next.Find("red-2"));
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    private static CheckpointFiles FilesOf(string host, DirectoryInfo folder) =>
        new(new FleetOptions { Name = "test", Host = host, CheckpointFolder = folder.FullName });
}
