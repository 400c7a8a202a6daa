using MgbaBridge;

namespace Bridge.EndToEnd.Tests.Clients;

/// <summary>Vectors of the C# client against a real bridge.</summary>
public sealed class CSharpVectorTests(RunningGame game) : IClassFixture<RunningGame>, IDisposable
{
    // How often the ROM saw A go down.
    private const long PressesOfA = 0x02000020;

    private readonly BridgeClient _bridge = new(game.Client.BaseAddress!.ToString());

    public void Dispose() => _bridge.Dispose();

    [Fact]
    public async Task A_vector_is_stepped_and_goes_on_as_an_emulator()
    {
        var games = await _bridge.CreateVectorAsync(new NewVector("buttontest.gba", 2)
        {
            Frames = 2, Read = [Place.U16(PressesOfA)], Picture = new VectorPicture(4, 2), Starts = [null], Lease = TimeSpan.FromMinutes(1),
        });
        Assert.Equal([0, 0], (await games.ResetAsync(seed: 1)).Select(result => result.Values[0]));
        var results = await games.StepAsync(new VectorStep { Buttons = ["A", ""] });
        Assert.Equal([(0, 3L, 1L), (1, 3L, 0L)], results.Select(result => (result.Game, result.Frame, result.Values[0]!.Value)));
        Assert.Equal((2, "BUTTONTEST"), ((await games.GetInfoAsync()).Count, (await games.GetInfoAsync()).Game.Title));
        Assert.Contains(games.Name, (await _bridge.GetVectorsAsync()).Select(vector => vector.Name));
        await games.SetStartAsync(1, await games.GetStateAsync(0));
        await games.SetStartAsync(2, new VectorStart());
        Assert.Equal(
            [1L, 0], (await games.StepAsync(new VectorStep { Frames = 1, Starts = [1, 2] })).Select(result => result.Values[0]));
        foreach (var picture in new[] { await games.GetScreensAsync(), await games.GetScreenAsync(1) })
            Assert.Equal([0x89, .. "PNG"u8], picture[..4]);
        await games.SetLeaseAsync(Timeout.InfiniteTimeSpan);
        await games.SetReadsAsync([]);
        var emulator = await games.CreateEmulatorAsync(0, speed: 0);
        Assert.Equal(1, await emulator.ReadAsync(PressesOfA, "u16"));
        Assert.Equal(1, (await emulator.StoreMovieAsync("episode", await games.GetMovieAsync(0))).Frames);
        await emulator.EndAsync();
        await games.EndAsync();
        var gone = await Assert.ThrowsAsync<ProblemException>(() => games.StepAsync());
        Assert.Equal((404, "unknown-vector"), (gone.Status, gone.Type));
    }
}
