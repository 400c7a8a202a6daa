using static MgbaBridge.Tests.ToldHandler;

namespace MgbaBridge.Tests;

/// <summary>Pictures and bytes that a response lacks are null, and not empty.</summary>
public sealed class OptionalBytesTests
{
    [Fact]
    public async Task A_turn_a_batch_and_a_branch_without_a_picture_have_none()
    {
        using var told = new ToldHandler(
            Success("""{"frame": 9, "frames": 4, "values": [{"address": "0x00000001", "type": "u8", "value": 5}]}"""),
            Success("""{"frame": 9, "results": [{"value": 5}]}"""),
            Success("""{"from": 9, "frame": 3, "branches": [{"index": 0, "name": "0", "frames": 4, "hashes": []}]}"""));
        using var client = told.NewClient();
        var emulator = client.Emulator();

        var turn = await emulator.ActAsync(new Turn { Read = [1] });
        Assert.Null(turn.Png);
        Assert.Null(turn.Values.Values[0].Bytes);
        Assert.Throws<InvalidOperationException>(() => turn.Values.Bytes(0));
        Assert.Null((await emulator.BatchAsync(new Batch().Read(1))).Png);
        Assert.Null((await emulator.BranchesAsync([new Branch()]))[0].Png);
    }
}
