using static MgbaBridge.Tests.ToldHandler;

namespace MgbaBridge.Tests;

/// <summary>The requests about vectors, and what their responses become.</summary>
public sealed class VectorTests
{
    private const string Path = "/vectors/maze";
    private const string Bytes = "application/octet-stream";
    private const string Described = """
        {"name": "maze", "url": "/vectors/maze", "rom": "a.gba", "game": {"title": "A", "platform": "GBA", "crc32": "0x00000001"},
        "count": 2, "frames": 4, "read": [{"address": "0x02000020", "type": "u16"}],
        "picture": {"width": 84, "height": 80, "gray": true, "last": 2}, "sticky": 0.25, "noops": 30, "seed": 7,
        "lease": {"seconds": 600}, "block": {"path": "/proc/1/fd/3", "size": 1, "version": 2, "socket": "/s"}, "died": 1, "stuck": 0}
        """;

    [Fact]
    public async Task It_is_created_once_however_often_the_request_is_sent()
    {
        using var told = new ToldHandler(new HttpRequestException(), Success(Described), Success($$"""{"vectors": [{{Described}}]}"""));
        using var client = told.NewClient();
        var vector = await client.CreateVectorAsync(new NewVector("a.gba", 2)
        {
            Frames = 4, Read = [Place.U16(0x02000020)], Picture = new VectorPicture(84, 80, Gray: true, Last: 2),
            Starts = [null, new VectorStart("boss", "red")], Sticky = 0.25, Noops = 30, Seed = 7,
            Clock = DateTimeOffset.UnixEpoch, Lease = Timeout.InfiniteTimeSpan,
        });
        Assert.Equal("maze", vector.Name);
        var listed = Assert.Single(await client.GetVectorsAsync());
        Assert.Equal(("A", 2, 1, Place.U16(0x02000020)), (listed.Game.Title, listed.Picture!.Last, listed.Died, listed.Read[0]));
        Assert.Equal(["POST /vectors", "POST /vectors", "GET /vectors"], told.Paths);
        Assert.Equal(
            "{\"rom\":\"a.gba\",\"count\":2,\"frames\":4,\"read\":[{\"address\":\"0x02000020\",\"type\":\"u16\"}],"
            + "\"picture\":{\"width\":84,\"height\":80,\"gray\":true,\"last\":2},"
            + "\"starts\":[null,{\"state\":\"boss\",\"emulator\":\"red\"}],\"sticky\":0.25,\"noops\":30,\"seed\":7,\"clock\":0,"
            + "\"lease\":{\"seconds\":null}}", told.Bodies[1]);
    }

    [Fact]
    public async Task Steps_and_resets_are_sent_once()
    {
        const string Results = """{"results": [{"game": 1, "status": 0, "frame": 5, "values": [7, null]}]}""";
        using var told = new ToldHandler(Success(Results), Success(Results), Success(Results), new HttpRequestException());
        using var client = told.NewClient();
        var vector = client.Vector("maze");
        var result = Assert.Single(await vector.StepAsync());
        Assert.Equal((1, 0, 5L), (result.Game, result.Status, result.Frame));
        Assert.Equal([7, null], result.Values);
        await vector.StepAsync(new VectorStep
        {
            Games = [0, 1], Buttons = ["Up+B", ""], Frames = 2, Starts = [3, null], Seeds = [null, 9],
        });
        await vector.ResetAsync([1], start: 2, seed: 5);
        await Assert.ThrowsAsync<OutcomeUnknownException>(() => vector.StepAsync());
        Assert.Equal([$"POST {Path}/step", $"POST {Path}/step", $"POST {Path}/reset", $"POST {Path}/step"], told.Paths);
        Assert.Equal(
            ["{}", """{"games":[0,1],"buttons":[["Up","B"],[]],"frames":2,"starts":[3,null],"seeds":[null,9]}""",
                """{"games":[1],"start":2,"seed":5}""", "{}"], told.Bodies);
    }

    [Fact]
    public async Task Its_settings_and_games_have_their_paths()
    {
        var nothing = Enumerable.Range(0, 5).Select(_ => (object)Answer(204, "", "application/json"));
        using var told = new ToldHandler([.. nothing, Success("a", "image/png"), Success("b", "image/png"), Success("c", Bytes),
            Success("d", Bytes), Success("""{"name": "e1", "url": "/emulators/e1"}"""), Success(Described)]);
        using var client = told.NewClient();
        var vector = client.Vector("maze");
        await vector.SetReadsAsync([0x02000020]);
        await vector.SetStartAsync(1, new VectorStart());
        await vector.SetStartAsync(2, "state"u8.ToArray());
        await vector.SetLeaseAsync(TimeSpan.FromMinutes(1));
        await vector.EndAsync();
        Assert.Equal("a"u8.ToArray(), await vector.GetScreenAsync(1));
        Assert.Equal("b"u8.ToArray(), await vector.GetScreensAsync());
        Assert.Equal("c"u8.ToArray(), await vector.GetStateAsync(0));
        Assert.Equal("d"u8.ToArray(), await vector.GetMovieAsync(0));
        Assert.Equal("e1", (await vector.CreateEmulatorAsync(0, speed: 0, lease: TimeSpan.FromMinutes(1))).Name);
        Assert.Equal(0, (await vector.GetInfoAsync()).Stuck);
        Assert.Equal(
            [$"PUT {Path}/read", $"PUT {Path}/starts/1", $"PUT {Path}/starts/2", $"PUT {Path}/lease", $"DELETE {Path}",
                $"GET {Path}/1/screen", $"GET {Path}/screens", $"GET {Path}/0/state", $"GET {Path}/0/movie",
                $"POST {Path}/0/emulator", $"GET {Path}"], told.Paths);
        Assert.Equal(
            ["""{"read":[{"address":"0x02000020","type":"u8"}]}""", "{}", "state", """{"seconds":60}""", "", "", "", "", "",
                """{"speed":0,"lease":{"seconds":60}}""", ""], told.Bodies);
        Assert.Throws<ArgumentException>(() => client.Vector(""));
    }
}
