using System.Text;
using System.Text.Json;
using Bridge.Api.Fleet.Etcd;
using Bridge.Api.Fleet.Membership;

namespace Bridge.Api.Tests.Fleet.Etcd;

public sealed class WatchTests
{
    private static readonly Uri[] Members = [new("http://a:1"), new("http://b:1"), new("http://c:1")];

    // Seconds before each sight of the host's own heartbeat, and at the end before the check.
    [Theory]
    [InlineData("5.9", false)]
    [InlineData("6.1", true)]
    [InlineData("5 5.9", false)]
    [InlineData("2 2 2 2", false)]
    [InlineData("2 2 2 6.1", true)]
    public void A_watch_lives_as_long_as_it_shows_the_own_heartbeat(string times, bool isDead)
    {
        var time = new FakeTime();
        var life = new WatchLife(time);
        var waits = times.Split(' ').Select(text => TimeSpan.FromSeconds(double.Parse(text, null))).ToArray();
        foreach (var wait in waits[..^1])
        {
            time.Advance(wait);
            life.Confirm();
        }

        time.Advance(waits[^1]);

        Assert.Equal(isDead, life.IsDead);
    }

    // The members that were avoided, one after the other, and the order in which they are asked then.
    [Theory]
    [InlineData("", "abc")]
    [InlineData("a", "bca")]
    [InlineData("ab", "cab")]
    [InlineData("abc", "abc")]
    [InlineData("b", "abc")]
    [InlineData("aa", "bca")]
    public void The_member_that_answered_last_is_asked_first(string avoided, string order)
    {
        var members = new EtcdMembers(Members);
        foreach (var name in avoided)
            members.Avoid(Members.First(member => member.Host[0] == name));

        Assert.Equal(order, string.Concat(members.InOrder().Select(member => member.Host)));
        Assert.Equal(order + order, string.Concat(members.Attempts().Select(member => member.Host)));
    }

    [Theory]
    [InlineData("{\"a\":1}\n{}\n", "{\"a\":1}|{}")]
    [InlineData("\n\n{}\n\n", "{}")]
    [InlineData("{}\n{\"cut", "{}")]
    [InlineData("", "")]
    public async Task Lines_are_read_whole(string text, string lines)
    {
        await using var reader = new EtcdLines(new MemoryStream(Encoding.UTF8.GetBytes(text)), maxBytes: 10);
        var read = new List<string>();
        while (await reader.ReadAsync(TestContext.Current.CancellationToken) is { } line)
            read.Add(Encoding.UTF8.GetString(line));

        Assert.Equal(lines, string.Join('|', read));
    }

    [Fact]
    public async Task A_line_has_a_limit()
    {
        var stream = new EndlessStream();
        await using var reader = new EtcdLines(stream, maxBytes: 100_000);

        await Assert.ThrowsAsync<EtcdException>(() => reader.ReadAsync(TestContext.Current.CancellationToken));

        Assert.InRange(stream.Bytes, 100_000, 200_000);
    }

    [Fact]
    public void Lines_of_the_gateway_are_understood()
    {
        var put = JsonSerializer.Deserialize(
            """
            {"result":{"header":{"cluster_id":"5378416681778415739","revision":"2","raft_term":"2"},"events":[
            {"kv":{"key":"YQ==","create_revision":"2","mod_revision":"9007199254740993","version":"1","value":"MQ=="}},
            {"type":"DELETE","kv":{"key":"YQ==","mod_revision":"3"}}]}}
            """,
            EtcdJson.Context.WatchLine)!.Result!;
        Assert.Equal((2, false), (put.Header.Revision, put.Canceled));
        Assert.Equal([false, true], put.Events!.Select(change => change.IsDelete));
        Assert.Equal("a"u8.ToArray(), put.Events![0].Kv.Key);
        Assert.Equal("1"u8.ToArray(), put.Events[0].Kv.Value);
        Assert.Equal(9007199254740993, put.Events[0].Kv.ModRevision);
        var compacted = JsonSerializer.Deserialize(
            """{"result":{"header":{"revision":"9"},"canceled":true,"compact_revision":"5"}}""", EtcdJson.Context.WatchLine)!.Result!;
        Assert.Equal((true, 5), (compacted.Canceled, compacted.CompactRevision));
        Assert.Equal("no leader", JsonSerializer.Deserialize(
            """{"error":{"grpc_code":14,"http_code":503,"message":"no leader"}}""", EtcdJson.Context.WatchLine)!.Error!.Message);
        // etcd 3.6.
        var refused = JsonSerializer.Deserialize(
            """{"error":{"code":16,"message":"etcdserver: invalid auth token","details":[]}}""", EtcdJson.Context.KeepAliveLine)!
            .Error!.ToException("etcd did not renew the lease");
        Assert.Equal((16, true), (refused.Code, refused.IsTokenRefused));
        Assert.Equal(
            """{"compare":[{"target":"CREATE","result":"EQUAL","key":"YQ==","create_revision":0}],"success":"""
            + """[{"request_put":{"key":"YQ==","value":"MQ=="}}],"failure":[{"request_range":{"key":"YQ=="}}]}""",
            JsonSerializer.Serialize(
                TxnRequest.Put(new PutRequest("a"u8.ToArray(), "1"u8.ToArray()), EtcdCompare.IsAbsent("a"u8.ToArray())),
                EtcdJson.Context.TxnRequest));
    }

    private sealed class EndlessStream : MemoryStream
    {
        public int Bytes { get; private set; }

        public override bool CanRead => true;

        public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
        {
            buffer.Span.Fill((byte)'x');
            Bytes += buffer.Length;
            return ValueTask.FromResult(buffer.Length);
        }
    }
}
