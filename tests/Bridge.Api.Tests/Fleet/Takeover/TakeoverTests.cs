using System.Collections.Immutable;
using System.Globalization;
using System.Runtime.Versioning;
using Bridge.Api.Fleet.Fencing;
using Bridge.Api.Fleet.Hop;
using Bridge.Api.Fleet.Snapshot;
using Bridge.Api.Fleet.Takeover;
using Bridge.Testing;

namespace Bridge.Api.Tests.Fleet.Takeover;

public sealed class TakeoverTests
{
    private static readonly FleetCheckpoint Checkpoint = new(EverySeconds: 5, Request: "{}");

    [Fact]
    public void The_freest_host_is_first_and_equal_ones_differ_by_emulator()
    {
        var snapshot = FleetHosts.SnapshotOf(FleetHosts.HostOf("h1", 2), FleetHosts.HostOf("h2", 4), FleetHosts.HostOf("h3", 2),
            FleetHosts.HostOf("h4", 0));

        Assert.Equal(0, TakeoverRank.Of(snapshot, "h2", "red", null));
        Assert.Equal([1, 2], Enumerable.Order([RankOf("h1"), RankOf("h3")]));
        Assert.Null(TakeoverRank.Of(snapshot, "h4", "red", null));
        Assert.Null(TakeoverRank.Of(snapshot, "h5", "red", null));
        Assert.Equal(2, Enumerable.Range(0, 50).Select(number => TakeoverRank.Of(snapshot, "h1", $"e{number}", null)).Distinct().Count());

        int RankOf(string host) => TakeoverRank.Of(snapshot, host, "red", null)!.Value;
    }

    // Whether h1 serves an emulator whose name it has held since revision 4: what etcd answers, if it is reached, and the other hosts.
    // A host answers with the holder that it has seen; gone: it gives no answer.
    [Theory]
    [InlineData("h1", true, "", FenceDecision.Serve)]
    [InlineData("h2", true, "", FenceDecision.End)]
    [InlineData(null, true, "", FenceDecision.End)]
    [InlineData(null, false, "none none", FenceDecision.Serve)]
    [InlineData(null, false, "none gone", FenceDecision.Refuse)]
    [InlineData(null, false, "gone gone", FenceDecision.Refuse)]
    [InlineData(null, false, "gone own", FenceDecision.End)]
    [InlineData(null, false, "none same", FenceDecision.Refuse)]
    [InlineData(null, false, "none older", FenceDecision.Serve)]
    [InlineData(null, false, "gone exact", FenceDecision.Serve)]
    [InlineData("h1", true, "own", FenceDecision.End)]
    [InlineData(null, false, "", FenceDecision.Refuse)]
    [InlineData(null, false, null, FenceDecision.Refuse)]
    public void Answers_about_a_name_are_judged(string? inEtcd, bool isReached, string? others, object decision)
    {
        var answers = others?.Split(' ', StringSplitOptions.RemoveEmptyEntries).Select(other => other switch
        {
            "none" => new HolderResponse(Holder: null, IsExact: false),
            "own" => new HolderResponse("h3", IsExact: false, Hold: 9),
            "same" => new HolderResponse("h3", IsExact: false, Hold: 4),
            "older" => new HolderResponse("h3", IsExact: false, Hold: 3),
            "exact" => new HolderResponse("h1", IsExact: true),
            _ => null,
        }).ToArray();

        Assert.Equal(decision,
            FenceRules.Decide("h1", hold: 4, isReached ? new HolderResponse(inEtcd, IsExact: true) : null, answers));
    }

    [Theory]
    [InlineData(null, null, null, 0)]
    [InlineData(4L, null, "h1", 4)]
    [InlineData(null, "h2@3", "h2", 3)]
    [InlineData(4L, "h2@3", "h1", 4)]
    [InlineData(4L, "h1@4", "h1", 4)]
    [InlineData(4L, "h2@5", "h2", 5)]
    [InlineData(null, "h1@5", "h1", 5)]
    public void A_host_answers_with_the_latest_holder_it_has_seen(long? hold, string? seen, string? holder, long answered)
    {
        var snapshot = FleetSnapshot.Empty with
        {
            Members = FleetSnapshot.Empty.Members.Add("h1", new FleetMember("h1", "http://h1", Seen: 0)),
        };
        if (seen?.Split('@') is [var host, var revision])
        {
            var alias = new FleetAlias(host, Checkpoint) { Revision = long.Parse(revision, CultureInfo.InvariantCulture) };
            snapshot = snapshot with { Aliases = snapshot.Aliases.Add("red", alias) };
        }

        Assert.Equal(new HolderResponse(holder, IsExact: false, answered), FenceRules.Answer("h1", "red", hold, snapshot));
        // A host that has not heard from etcd since its start gives no answer.
        Assert.Null(FenceRules.Answer("h1", "red", hold, FleetSnapshot.Empty));
    }

    [Theory]
    [InlineData(false, "The host h1 was last seen at 00:00:00 UTC; create another emulator.")]
    [InlineData(true, "The host h1 was last seen at 00:00:00 UTC; red comes back on another host from its last checkpoint.")]
    public void The_sentence_about_a_lost_emulator_says_what_to_do(bool comesBack, string sentence)
    {
        var host = new LostHost(FleetHosts.HostOf("h1", 2), new FakeTime().GetUtcNow());

        Assert.Equal(sentence, new LostEmulator("red", host, comesBack).Sentence);
    }

    [Fact]
    public void Emulators_of_a_lost_host_are_told_apart_from_others()
    {
        var (h1, h2) = (FleetHosts.HostOf("h1", 2), FleetHosts.HostOf("h2", 2));
        var now = new FakeTime().GetUtcNow();
        var after = FleetHosts.SnapshotOf(h2) with
        {
            Aliases = ImmutableDictionary<string, FleetAlias>.Empty
                .Add("blue", new FleetAlias("h1", Checkpoint)).Add("green", new FleetAlias("h2")),
            Lost = ImmutableDictionary<string, LostHost>.Empty.Add("h1", new LostHost(h1, now)),
            LostAliases = ImmutableDictionary<string, LostAlias>.Empty.Add("red", new LostAlias("h1", now)),
        };

        Assert.Equal("h1", after.HostIdOf("red"));
        Assert.Equal("h1", after.HostIdOf("h1-abcdef"));
        Assert.Equal("h1", after.HostIdOf("blue"));
        Assert.Equal("h2", after.HostIdOf("green"));
        Assert.Null(after.HostIdOf("nobody"));
        Assert.Equal("h1", FleetHosts.SnapshotOf(h1, h2).HostIdOf("h1-abcdef"));
        // Another emulator has taken the name.
        Assert.Equal("h2", (after with { Aliases = after.Aliases.SetItem("red", new FleetAlias("h2")) }).HostIdOf("red"));
    }

    [Fact]
    public void The_checkpoint_of_the_latest_host_counts_and_damaged_ones_do_not()
    {
        var folder = Directory.CreateTempSubdirectory("bridge-checkpoints-");
        try
        {
            var (old, next) = (FilesOf("h1", folder), FilesOf("h2", folder));
            old.Write("red", revision: 17, frame: 100, "old"u8);
            old.Write("red-2", revision: 40, frame: 100, "another"u8);
            Assert.Equal(("h1", 100), (old.Find("red")!.Host, old.Find("red")!.Frame));

            next.Write("red", revision: 21, frame: 160, "new"u8);
            // The old host is late.
            old.Write("red", revision: 17, frame: 900, "late"u8);

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

    [Fact]
    [UnsupportedOSPlatform("windows")]
    public void Checkpoints_are_private_and_none_is_used_that_another_account_may_have_put_there()
    {
        var folder = Directory.CreateTempSubdirectory("bridge-checkpoints-");
        try
        {
            var files = FilesOf("h1", folder);
            files.Write("red", revision: 17, frame: 100, "state"u8);
            Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite, Assert.Single(folder.EnumerateFiles()).UnixFileMode);

            folder.UnixFileMode |= UnixFileMode.GroupWrite;

            var sentence = $"The folder {folder.FullName} can be written to by other accounts; take that from them with chmod go-w, "
                + "or use another folder.";
            Assert.Equal(sentence, Assert.ThrowsAny<IOException>(() => files.Find("red")).Message);
            Assert.Equal(sentence, Assert.ThrowsAny<IOException>(() => files.Write("red", revision: 18, frame: 100, "state"u8)).Message);
            files.Delete("red");
            Assert.Single(folder.EnumerateFiles());
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    private static CheckpointFiles FilesOf(string host, DirectoryInfo folder) =>
        new(new FleetOptions { Name = "test", Host = host, CheckpointFolder = folder.FullName });
}
