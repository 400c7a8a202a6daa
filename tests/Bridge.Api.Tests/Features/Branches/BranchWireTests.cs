using System.Text;
using Bridge.Api.Features.Branches;
using Bridge.Api.Features.Conditions;
using Bridge.Api.Features.Memory;
using Bridge.Api.Features.Screen;

namespace Bridge.Api.Tests.Features.Branches;

/// <summary>What is written to the program of branches, and what it answers.</summary>
public sealed class BranchWireTests
{
    private static readonly PictureForm Form = new(Scale: 1, Fixed: null, IsGray: false, IsRaw: false);

    private static readonly BranchPlan Plan = new(0, "0", new BranchInputs([(0, 1), (6, 0)], 8))
    {
        Wait = ConditionLines.Read(
            new Until(All:
            [
                new Condition(Address: "[0x02000008]+0x10", Type: "u16", Is: "ge", Value: 3, Frames: 2),
                new Condition(Screen: "is", Hash: "0123456789abcdef", TimeoutFrames: 5, Crop: new(1, 2, 3, 4)),
            ]), 60, () => null),
        Settle = 2, Form = Form, IsKept = true,
        Places = BranchPlace.Read([new PlaceToRead("0x10", "i16", Domain: "wram"), new PlaceToRead("[0x02000008]", Length: 3)], () => null),
    };

    [Fact]
    public async Task A_request_is_written_in_order()
    {
        using var stream = new MemoryStream();
        await BranchRequestWriter.WriteAsync(
            stream, new BranchStart(7, "movie"u8.ToArray(), "state!"u8.ToArray()), [Plan, new BranchPlan(1, "1", BranchInputs.None)],
            CancellationToken.None);
        Assert.Equal(
            """
            start 5
            movie
            load 6
            state!
            branch
            keys 0 1
            keys 6 0
            frames 8
            until all 60
            value [33554440]+16 u16 - ge:3 2 60
            picture is:0123456789abcdef 1 2 3 4 1 5
            settle 2
            read 16 2 wram
            read [33554440] 3 -
            show
            keep
            branch
            frames 0
            settle 0
            run

            """,
            Encoding.ASCII.GetString(stream.ToArray()));
    }

    [Fact]
    public async Task A_response_is_read()
    {
        await using var reader = Reader(
            "branch 0 11 1\nheld 1 9\nhashes wram=0123456789abcdef save=0000000000000001\nbytes 2\n\u00FF\u00FF\nnowhere\n"
            + "picture 1 1 4\nabcd\nstate 3\nxyz\nend\ndone\n");
        var end = await reader.ReadAsync(Plan, 0, CancellationToken.None);
        await reader.ReadDoneAsync(CancellationToken.None);
        Assert.Equal((11L, true), (end.Frames, end.Met));
        Assert.Equal([new ConditionHeld(1, 9)], end.Held);
        Assert.Equal([new RegionHashed("wram", "0123456789abcdef"), new RegionHashed("save", "0000000000000001")], end.Hashes);
        Assert.Equal(-1, Plan.Places![0].Describe(end.Values[0].Bytes, end.Values[0].Address).Value);
        Assert.Null(end.Values[1].Bytes);
        Assert.Equal("abcd"u8.ToArray(), end.Picture!.Value.Pixels.ToArray());
        Assert.Equal("xyz"u8.ToArray(), end.State!.Value.ToArray());
    }

    [Fact]
    public async Task The_end_of_a_chain_is_read()
    {
        var plan = new BranchPlan(0, "0", BranchInputs.None)
        {
            Places = BranchPlace.Read([new PlaceToRead("[0x02000008]", Length: 3)], () => null),
        };
        await using var reader = Reader("branch 0 0 -\nbytes 33554960 3\nxyz\nend\n");
        var end = await reader.ReadAsync(plan, 0, CancellationToken.None);
        var (bytes, address) = Assert.Single(end.Values);
        Assert.Equal("0x02000210", plan.Places[0].Describe(bytes, address).Address);
    }

    [Theory]
    [InlineData("branch 1 0 -\nend\n")]
    [InlineData("branch 0 1 -\nend\n")]
    [InlineData("branch 0 0 1\nend\n")]
    [InlineData("branch 0 0 -\nheld 0 1\nend\n")]
    [InlineData("branch 0 0 -\nbytes 1\nx\nend\n")]
    [InlineData("branch 0 0 -\nnowhere\nend\n")]
    [InlineData("branch 0 0 -\npicture 1 1 4\nabcd\nend\n")]
    [InlineData("branch 0 0 -\nstate 1\nx\nend\n")]
    [InlineData("branch 0 0 -\nhashes wram=x\nend\n")]
    [InlineData("branch 0 0 -\nbranch 1 0 -\n")]
    [InlineData("branch 0 0 -\ndone\n")]
    [InlineData("nonsense\n")]
    [InlineData("nonsense")]
    [InlineData("done\n")]
    public async Task Anything_else_is_refused(string response)
    {
        await using var reader = Reader(response);
        await Assert.ThrowsAsync<InvalidDataException>(
            () => reader.ReadAsync(new BranchPlan(0, "0", BranchInputs.None), 0, CancellationToken.None));
    }

    [Fact]
    public async Task A_long_line_and_an_early_end_are_refused()
    {
        await using var line = Reader(new string('x', 100_000));
        await Assert.ThrowsAsync<InvalidDataException>(() => line.ReadAsync(Plan, 0, CancellationToken.None));
        await using var end = Reader("branch 0 0 0\n");
        await Assert.ThrowsAsync<EndOfStreamException>(() => end.ReadAsync(Plan, 0, CancellationToken.None));
        await using var bytes = Reader("branch 0 0 0\nbytes 2\nx");
        await Assert.ThrowsAsync<EndOfStreamException>(() => bytes.ReadAsync(Plan, 0, CancellationToken.None));
        await using var longer = Reader("branch 0 0 0\nbytes 2\nxyz\n");
        await Assert.ThrowsAsync<InvalidDataException>(() => longer.ReadAsync(Plan, 0, CancellationToken.None));
    }

    [Theory]
    // The numbers are those of the lines in A_request_is_written_in_order, without the two payloads.
    [InlineData("line 1: The game went another way.", "conflict", null)]
    [InlineData("line 2: It is damaged.", "refused-state", "state")]
    [InlineData("line 4: mask must be lower.", "invalid-parameter", "branches[0].steps")]
    [InlineData("line 8: no domain.", "invalid-parameter", "branches[0].until")]
    [InlineData("line 11: no domain.", "invalid-parameter", "branches[0].read[0]")]
    [InlineData("line 12: no domain.", "invalid-parameter", "branches[0].read[1]")]
    [InlineData("line 15: wrong.", "invalid-parameter", "branches[1].steps")]
    [InlineData("line 99: wrong.", "conflict", null)]
    [InlineData("mGBA refused its own state.", "emulator-failed", null)]
    public void A_refusal_names_the_member(string sentence, string problem, string? parameter)
    {
        var refused = BranchFault.Of(sentence, hasState: true, [Plan, new BranchPlan(1, "1", BranchInputs.None)]);
        Assert.Equal((problem, parameter), (refused.Type.Uri.Split('#')[1], refused.Parameter));
    }

    private static BranchReader Reader(string response) => new(new MemoryStream(Encoding.Latin1.GetBytes(response)));
}
