using System.Globalization;

namespace Bridge.Api.Tests.Features.Emulators;

/// <summary>More requests than the in-flight limit, half of whose clients disconnect: a small version of loadtest/overload.sh.</summary>
public sealed class OverloadTests() : FakedBridge(
    ("Bridge:Emulators:default:Connections", "1"), ("Bridge:Emulators:default:InFlight", "32"),
    // Nothing here depends on time, so a busy machine changes nothing.
    ("Bridge:Emulators:default:Deadline", "00:01:00"), ("Bridge:Emulators:default:PausedAfter", "00:00:30"))
{
    private const int InFlight = 32;
    private const int Asked = 100;
    private const long First = 0x02000000;

    [Fact]
    public async Task Excess_requests_are_refused_disconnected_ones_are_cancelled_and_all_others_get_their_own_reply()
    {
        var asked = Enumerable.Range(0, Asked).Select(i => Ask(First + i)).ToArray();
        await Eventually.HoldsAsync(
            () => Fake.Commands.Count(request => request.Command == "memory.get")
                + asked.Count(asking => asking.Answer.IsCompleted) == Asked,
            "all requests over the limit are refused");
        var waiting = asked.Where(asking => !asking.Answer.IsCompleted).ToArray();
        foreach (var refused in asked.Except(waiting))
            Assert.Equal((503, "overloaded"), await refused.ProblemAsync());
        Assert.InRange(waiting.Length, InFlight - 1, InFlight); // a ping may have taken a slot

        foreach (var leaving in waiting.Where((_, i) => i % 2 == 0))
            await leaving.LeaveAsync();
        var staying = waiting.Where((_, i) => i % 2 == 1).ToArray();
        var left = waiting.Length - staying.Length;
        await Eventually.HoldsAsync(() => Fake.Commands.Count(request => request.Command == "cancel") == left,
            "the script has received the cancels");

        var reads = Fake.Commands.Where(request => request.Command == "memory.get").ToDictionary(request => request.Id);
        foreach (var cancel in Fake.Commands.Where(request => request.Command == "cancel"))
        {
            var read = reads[long.Parse(cancel.Arguments[0], CultureInfo.InvariantCulture)];
            Assert.DoesNotContain(staying, asking => asking.Address == AddressOf(read));
        }

        // Replies to the oldest request last: a reply is matched by its id.
        foreach (var read in reads.Values.Where(read => staying.Any(asking => asking.Address == AddressOf(read))).Reverse())
            await read.ReplyAsync($"{AddressOf(read) - First}");
        foreach (var asking in staying)
            Assert.Equal(asking.Address - First, await asking.ValueAsync());
        Fake.Answers = async request =>
        {
            await request.ReplyAsync("7");
            return true;
        };
        Assert.Equal(7, await Ask(First).ValueAsync());
    }

    // Each client reads a byte at an address of its own.
    private Asking Ask(long address)
    {
        var patience = new CancellationTokenSource();
        return new Asking(address, patience, Client.GetAsync($"/emulators/default/memory/{address}", patience.Token));
    }

    private static long AddressOf(FakeRequest request) => long.Parse(request.Arguments[0], CultureInfo.InvariantCulture);

    private sealed class Asking(long address, CancellationTokenSource patience, Task<HttpResponseMessage> answer)
    {
        public long Address => address;

        public Task<HttpResponseMessage> Answer => answer;

        public async Task LeaveAsync()
        {
            await patience.CancelAsync();
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => Answer);
        }

        public async Task<(int, string)> ProblemAsync()
        {
            using var response = await Answer;
            var problem = await ProblemResponse.ReadAsync(response);
            return (problem.Status, problem.Anchor);
        }

        public async Task<long> ValueAsync()
        {
            using var response = await Answer;
            var text = await response.Content.ReadAsStringAsync();
            Assert.True((int)response.StatusCode == 200, text);
            return System.Text.Json.JsonDocument.Parse(text).RootElement.GetProperty("value").GetInt64();
        }
    }
}
