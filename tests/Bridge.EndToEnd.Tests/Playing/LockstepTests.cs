using System.Security.Cryptography;

namespace Bridge.EndToEnd.Tests.Playing;

/// <summary>The same inputs in the same frames give the same game state, whether frames are drawn or not.</summary>
public sealed class LockstepTests(FastGame game) : IClassFixture<FastGame>, IAsyncDisposable
{
    private static readonly string[] Buttons = ["A", "B", "Select", "Start", "Right", "Left", "Up", "Down", "R", "L"];

    public async ValueTask DisposeAsync() => await game.ReleaseAsync();

    private async Task<string> MemoryAsync()
    {
        var bytes = new List<byte>();
        foreach (var domain in new[] { "wram", "iwram", "vram", "io" })
        {
            var size = domain switch { "wram" => 0x40000, "iwram" => 0x8000, "vram" => 0x18000, _ => 0x400 };
            using var request = new HttpRequestMessage(HttpMethod.Get, $"/emulators/default/memory/0?domain={domain}&length={size}");
            request.Headers.Accept.ParseAdd("application/octet-stream");
            using var response = await game.Client.SendAsync(request);
            bytes.AddRange(await response.Content.ReadAsByteArrayAsync());
        }

        return Convert.ToHexString(SHA256.HashData(bytes.ToArray()));
    }

    private async Task LoadAsync(byte[] state) => (await SavedState.PutAsync(game.Client, state)).EnsureSuccessStatusCode().Dispose();

    [Trait("Needs", "picture")]
    [Fact]
    public async Task Ten_thousand_steps_twice_end_in_the_same_memory()
    {
        await game.HoldAsync(600);
        var (state, _) = await SavedState.GetAsync(game.Client);
        var ends = new List<(string Memory, string Picture)>();
        for (var run = 0; run < 2; run++)
        {
            await LoadAsync(state);
            var random = new Random(20261121);
            for (var i = 0; i < 10_000; i++)
            {
                var mask = random.Next(1 << 10) & random.Next(1 << 10);
                await game.StepAsync(1, [.. Buttons.Where((_, bit) => (mask >> bit & 1) == 1)]);
            }

            ends.Add((await MemoryAsync(), Convert.ToHexString(await game.Client.GetByteArrayAsync("/emulators/default/screen"))));
        }

        Assert.Equal(ends[0], ends[1]);
    }

    [Trait("Needs", "picture")]
    [Fact]
    public async Task Undrawn_frames_change_nothing_and_the_last_one_is_drawn()
    {
        await game.HoldAsync(600);
        var (state, _) = await SavedState.GetAsync(game.Client);
        var ends = new List<(string Memory, string Picture)>();
        foreach (var frames in new[] { 120, 1, 7 })
        {
            await LoadAsync(state);
            for (var ran = 0; ran < 120; ran += frames)
                await game.StepAsync(Math.Min(frames, 120 - ran), "Right");
            ends.Add((await MemoryAsync(), Convert.ToHexString(await game.Client.GetByteArrayAsync("/emulators/default/screen"))));
        }

        Assert.Single(ends.Distinct());
    }

    [Trait("Needs", "picture")]
    [Fact]
    public async Task A_picture_during_a_step_shows_its_own_frame()
    {
        await game.HoldAsync(600);
        await game.StepAsync(5);
        var (_, before) = await LookAsync();
        var step = game.StepAsync(36_000, "A");
        await Eventually.HoldsAsync(async () => await game.ReadAsync("0x02000004") == 1, "A is down");
        var (frame, meanwhile) = await LookAsync();
        // emulator/rom/README.md: the fill of A's box.
        Assert.NotEqual(before, meanwhile);
        Assert.InRange(frame, 1, (await step).GetProperty("frame").GetInt64() - 1);
    }

    private async Task<(long Frame, int Fill)> LookAsync()
    {
        using var response = await game.Client.GetAsync("/emulators/default/screen");
        var frame = long.Parse(response.Headers.GetValues("Emulator-Frame").Single(), System.Globalization.CultureInfo.InvariantCulture);
        return (frame, new PngPicture(await response.Content.ReadAsByteArrayAsync())[195, 77]);
    }
}
