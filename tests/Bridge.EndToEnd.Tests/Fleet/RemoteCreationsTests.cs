using System.Collections.Concurrent;
using System.Globalization;
using System.Text;
using Bridge.Api.Features.OnDemand;
using Bridge.Api.Fleet.Creating;
using Bridge.Api.Fleet.Hop;
using Bridge.Api.Fleet.Snapshot;

namespace Bridge.EndToEnd.Tests.Fleet;

/// <summary>What a bridge makes of the responses of a host that it sends a creation to.</summary>
public sealed class RemoteCreationsTests : IDisposable
{
    private const string Created = """
        {"created": {"name": "h2-abcdef", "url": "/emulators/h2-abcdef", "mcp": "/emulators/h2-abcdef/mcp", "state": "running",
        "frame": 1, "game": null, "host": "h2", "later": true, "created": {"rom": "a.gba", "labels": {}, "lease": {"seconds": 1,
        "endsInSeconds": 1}}}}
        """;

    private static readonly NewEmulator Wanted = NewEmulator.Read(new CreateRequest("a.gba")) with { Authorization = "Bearer token" };

    private readonly FleetHttp _http = new(new FleetOptions { Secret = new string('s', 32) });
    private readonly ConcurrentQueue<string> _heads = [];

    public void Dispose() => _http.Dispose();

    [Theory]
    [InlineData(503, "too-many-emulators", true)]
    [InlineData(503, "host-draining", true)]
    [InlineData(503, "stopping", true)]
    [InlineData(503, "overloaded", false)]
    [InlineData(404, "unknown-rom", false)]
    [InlineData(400, "of-a-later-version", false)]
    public async Task A_refusal_is_the_clients_unless_another_host_may_have_a_place(int status, string type, bool isFull)
    {
        var placed = await CreateAsync(null, (status, $$"""
            {"type": "/docs/troubleshooting#{{type}}", "title": "A title", "status": {{status}}, "detail": "A sentence.",
            "parameter": "rom", "later": true, "traceId": "1"}
            """));

        Assert.Equal(isFull ? PlacedKind.Full : PlacedKind.Done, placed.Kind);
        var problem = Assert.IsType<Creation.Refused>(placed.Result).Problem;
        Assert.Equal((type, "A title", status), (problem.Type.Anchor, problem.Type.Title, problem.Type.Status));
        Assert.Equal(("A sentence.", "rom", TimeSpan.FromSeconds(7)), (problem.Message, problem.Parameter, problem.RetryAfter));
        Assert.Contains("Authorization: Bearer token", Assert.Single(_heads), StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_emulator_and_another_host_of_the_key_are_known()
    {
        var created = await CreateAsync("token/key", (200, Created));
        Assert.Equal("h2-abcdef", Assert.IsType<Creation.Elsewhere>(created.Result).Response.Name);

        Assert.Equal(new Placed<Creation>(PlacedKind.OtherHost, Host: "h3"), await CreateAsync("token/key", (200, """{"host": "h3"}""")));
    }

    [Theory]
    [InlineData(null, "outcome-unknown", 1)]
    [InlineData("token/key", null, 2)]
    public async Task Only_with_a_key_is_a_creation_sent_again_whose_response_is_lost(string? key, string? problem, int requests)
    {
        var placed = await CreateAsync(key, null, (200, Created));

        Assert.Equal(problem, (placed.Result as Creation.Refused)?.Problem.Type.Anchor);
        Assert.Equal(requests, _heads.Count);
    }

    [Theory]
    [InlineData(null, "DELETE /emulators/h2-abcdef HTTP/1.1")]
    [InlineData("token/key", null)]
    public async Task Without_a_key_an_emulator_ends_whose_client_has_hung_up(string? key, string? end)
    {
        using var hangUp = new CancellationTokenSource();
        using var owner = new ScriptedOwner(head =>
        {
            _heads.Enqueue(head);
            hangUp.Cancel();
            return Response(200, Created);
        });

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => CreateAtAsync(owner, key, hangUp.Token));

        Assert.Equal(end is null ? 1 : 2, _heads.Count);
        if (end is not null)
            Assert.Contains(end, _heads.Last(), StringComparison.Ordinal);
    }

    // Creates an emulator at a host that sends these responses in turn; null: it ends the connection instead.
    private async Task<Placed<Creation>> CreateAsync(string? key, params (int Status, string Body)?[] responses)
    {
        var left = new ConcurrentQueue<(int Status, string Body)?>(responses);
        using var owner = new ScriptedOwner(head =>
        {
            _heads.Enqueue(head);
            return left.TryDequeue(out var next) && next is var (status, body) ? Response(status, body) : null;
        });
        return await CreateAtAsync(owner, key, CancellationToken.None);
    }

    private Task<Placed<Creation>> CreateAtAsync(ScriptedOwner owner, string? key, CancellationToken cancellationToken) =>
        new RemoteCreations(_http, TimeProvider.System).CreateAsync(
            new FleetHost("h2", owner.Address, Raw: null, Instance: "", Slots: 1, Free: 1, Warm: 0, Roms: "", Draining: false, Version: "",
                Heartbeats: 0), Wanted, key, cancellationToken);

    private static string Response(int status, string body) => string.Create(CultureInfo.InvariantCulture,
        $"HTTP/1.1 {status} X\r\nContent-Type: application/json\r\nRetry-After: 7\r\nContent-Length: {Encoding.UTF8.GetByteCount(body)}\r\n"
        + $"\r\n{body}");
}
