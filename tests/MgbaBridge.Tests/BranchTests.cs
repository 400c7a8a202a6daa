using static MgbaBridge.Tests.ToldHandler;

namespace MgbaBridge.Tests;

/// <summary>The request for branches, and what its response becomes.</summary>
public sealed class BranchTests
{
    [Fact]
    public async Task Branches_are_sent_and_their_ends_read()
    {
        using var told = new ToldHandler(Success("""
            {"from": 9, "kept": "0", "frame": 3, "branches": [
                {"index": 0, "name": "0", "frames": 4, "hashes": [{"region": "wram", "hash": "0123456789abcdef"}]},
                {"index": 1, "name": "b", "frames": 8, "met": true, "held": [{"condition": 0, "frame": 7}], "hashes": [],
                 "values": [{"address": "0x00000001", "type": "u8", "value": 5}, {"chain": "[1]"}], "png": "AQI=", "pictureHash": "ab"}]}
            """));
        using var client = told.NewClient();
        var ends = await client.Emulator().BranchesAsync(
            [
                new Branch { Steps = [SequenceStep.Press("A", 2)] },
                new Branch { Name = "b", Until = Until.Any(Condition.Of(Place.U8(1), "increased")), Read = [1, "[1]"], Screen = true },
            ],
            new BranchesOptions { FromFrame = 9, Keep = "0", Spread = 2 });
        Assert.Equal(["POST /emulators/default/branches"], told.Paths);
        Assert.Equal(
            """{"branches":[{"steps":[{"buttons":["A"],"hold":2}]},{"name":"b","until":{"any":[{"address":"0x00000001","type":"u8","""
            + "\"is\":\"increased\"}]},\"read\":[{\"address\":\"0x00000001\",\"type\":\"u8\"},{\"address\":\"[1]\",\"type\":\"u8\"}],"
            + "\"screen\":true}],\"fromFrame\":9,\"keep\":\"0\",\"spread\":2}",
            told.Bodies[0]);
        Assert.Equal(("0", 4L, null), (ends[0].Name, ends[0].Frames, ends[0].Met));
        Assert.Equal("0123456789abcdef", ends[0].Hashes["wram"]);
        Assert.Equal([new ConditionHeld(Condition: 0, Frame: 7)], ends[1].Held);
        Assert.Equal((5L, null), (ends[1].Values[0].Number, ends[1].Values[1].Number));
        Assert.Equal([1, 2], ends[1].Png!.Value.ToArray());
    }
}
