using Bridge.Doors.BizHawk.Memory;
using Bridge.Doors.BizHawk.Messages;
using Bridge.Doors.BizHawk.Sessions;
using Bridge.Doors.Listening;

namespace Bridge.Api.Tests.Doors.BizHawk;

public sealed class RequestPlanTests
{
    private static readonly IReadOnlyList<BizHawkDomain> Domains = AdvanceDomains.For(
        new Dictionary<string, uint> { ["cart0"] = 0x1000, ["sram"] = 0x8000 });

    [Theory]
    // The bytes are sent in Base64, as JSON.
    [InlineData(49_053, null)]
    [InlineData(49_054, "The reply would have more than 65535 bytes.")]
    public void A_reply_has_a_limit(int size, string? error) =>
        Assert.Equal(error, PlanOf(new ConnectorRequest(RequestKind.Read, Size: size, Text: "EWRAM")).Requests[0].Error);

    [Theory]
    [InlineData(16_384, null)]
    [InlineData(16_385, "The list writes more than 16384 bytes in one frame.")]
    public void The_bytes_that_are_written_have_a_limit(int size, string? error) =>
        Assert.Equal(error, PlanOf(new ConnectorRequest(RequestKind.Write, Bytes: new byte[size], Text: "EWRAM")).Requests[0].Error);

    [Theory]
    // An operation compares at most 4 bytes.
    [InlineData(1024, null)]
    [InlineData(1025, "The list needs more than 256 operations in one frame.")]
    public void The_bytes_of_a_guard_have_a_limit(int size, string? error) =>
        Assert.Equal(error, PlanOf(new ConnectorRequest(RequestKind.Guard, Bytes: new byte[size], Text: "EWRAM")).Requests[0].Error);

    [Theory]
    [InlineData(0, 0)]
    [InlineData(1, 1)]
    [InlineData(2, 1)]
    [InlineData(3, 2)]
    [InlineData(4, 1)]
    [InlineData(7, 3)]
    [InlineData(8, 2)]
    public void A_guard_needs_few_operations(int size, int operations) => Assert.Equal(
        operations, PlanOf(new ConnectorRequest(RequestKind.Guard, Bytes: new byte[size], Text: "EWRAM")).Batch.Count);

    [Fact]
    public void A_guard_where_nothing_is_decides_without_the_emulator()
    {
        var read = new ConnectorRequest(RequestKind.Read, Size: 1, Text: "EWRAM");
        var plan = PlanOf(new ConnectorRequest(RequestKind.Guard, 0x10000, Bytes: [0xFF], Text: "SRAM"), read,
            new ConnectorRequest(RequestKind.Guard, 0x10000, Bytes: [0], Text: "SRAM"), read);
        Assert.Equal([false, false, true, false], plan.Requests.Select(planned => planned.IsFalse));
        Assert.True(plan.Requests[0].Passes([]));
        Assert.False(plan.Requests[2].Passes([]));
        Assert.Equal(1, plan.Batch.Count);
    }

    [Theory]
    [InlineData(1028, "EWRAM")] // one operation too many
    [InlineData(1, "nowhere")]
    public void Nothing_runs_after_a_guard_that_cannot_be_checked(int size, string domain)
    {
        var write = new ConnectorRequest(RequestKind.Write, Bytes: [1], Text: "EWRAM");
        var plan = PlanOf(write, new ConnectorRequest(RequestKind.Guard, Bytes: new byte[size], Text: domain), write,
            new ConnectorRequest(RequestKind.Ping));
        Assert.Equal(1, plan.Batch.Count);
        Assert.Null(plan.Requests[0].Error);
        Assert.NotNull(plan.Requests[1].Error);
        Assert.All(plan.Requests.Skip(2), planned => Assert.Equal("A GUARD before it has an error.", planned.Error));
    }

    [Fact]
    public void Requests_that_fit_run_beside_those_that_do_not()
    {
        var plan = PlanOf(
            [.. ((int[])[60_000, 30_000, 30_000, 1]).Select(size => new ConnectorRequest(RequestKind.Read, Size: size, Text: "EWRAM"))]);
        Assert.Equal([true, false, true, false], plan.Requests.Select(planned => planned.Error is not null));
        Assert.Equal(2, plan.Batch.Count);
    }

    private static RequestPlan PlanOf(params ConnectorRequest[] requests) => RequestPlan.Of(requests, Domains, DoorAccess.Write);
}
