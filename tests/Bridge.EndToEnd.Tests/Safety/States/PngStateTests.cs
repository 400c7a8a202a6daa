using System.Buffers.Binary;
using System.Text;
using System.Text.Json;
using Bridge.EndToEnd.Tests.Playing;
using Bridge.SocketPool.Commands;
using Bridge.Testing.States;

namespace Bridge.EndToEnd.Tests.Safety.States;

/// <summary>PNG states of a real mGBA, over HTTP.</summary>
public abstract class PngStateTests(RunningGame game, int machineBytes)
{
    private const string Named = "/emulators/default/states/png";

    private readonly HeldStates _states = new(game, machineBytes);

    [Fact]
    public async Task A_PNG_state_of_mGBA_brings_back_machine_save_memory_and_picture()
    {
        await game.HoldAsync();
        var before = await _states.HashAsync();
        var raw = await _states.ReadAsync();
        foreach (var png in (byte[][])[await _states.OwnPngAsync(), await _states.GetAsync("?picture=true")])
        {
            await LoadChangedAsync(raw);
            Assert.NotEqual(before, await _states.HashAsync());
            await _states.LoadAsync(png);
            Assert.Equal(before, await _states.HashAsync());
            Assert.Equal(Colors(raw), Colors(await _states.ReadAsync()));
        }

        await game.ReleaseAsync();
        await game.PlayOnAsync(2);
    }

    [Fact]
    public async Task The_bridge_packs_a_state_as_mGBA_does_and_mGBA_loads_it()
    {
        await game.HoldAsync();
        var (before, raw) = (await _states.HashAsync(), await _states.ReadAsync());
        var (own, packed) = (await _states.OwnPngAsync(), await _states.GetAsync("?picture=true"));
        Assert.Equal(Kinds(own), Kinds(packed));
        await LoadChangedAsync(raw);
        await using (var client = await _states.ConnectAsync())
            await client.LoadStateAsync(StateParts.All, packed, CancellationToken.None);
        // The script loads no attachments of a PNG, and can't change its frame counter.
        var loaded = await _states.ReadAsync();
        Counter(raw).CopyTo(Counter(loaded));
        Assert.Equal(raw.Machine, loaded.Machine);
        await _states.LoadAsync(packed);
        Assert.Equal(before, await _states.HashAsync());
        await game.ReleaseAsync();
        await game.PlayOnAsync(2);
    }

    // mGBA's count of frames in the state.
    private Span<byte> Counter(RawState state) => state.Machine.AsSpan(machineBytes == RawState.GbaBytes ? 0x1FC : 0xC8, 4);

    // The types of the chunks, and of attachments their tags. Without texts: the bridge writes none, because it can correct the count of
    // frames in the machine.
    private static IEnumerable<string> Kinds(byte[] png) =>
        PngChunk.Read(png).Select(chunk => chunk.Type == "gbAx" ? $"gbAx {chunk.Data[0]} {chunk.Data[1]}" : chunk.Type)
            .Where(kind => kind != "tEXt").Distinct();

    [Fact]
    public async Task A_PNG_state_is_loaded_by_name_in_a_turn_and_by_the_routes_of_mGBA_http()
    {
        await game.HoldAsync();
        var png = await _states.GetAsync("?picture=true");
        var (before, raw) = (await _states.HashAsync(), await _states.ReadAsync());
        using (var kept = await SavedState.PutAsync(game.Client, png, Named))
            Assert.True(kept.IsSuccessStatusCode);
        Assert.Equal(png, await game.Client.GetByteArrayAsync(Named));
        await File.WriteAllBytesAsync(Path.Combine(game.FileFolder, "png.ss1"), png);
        var hex = string.Join(',', png.Select(value => value.ToString("X2", null)));

        foreach (var (path, body) in ((string, HttpContent?)[])
        [
            ($"{Named}/load", null), ("/core/loadstatefile?path=png.ss1", null),
            ("/core/loadstatebuffer", new StringContent(hex, Encoding.UTF8, "text/plain")),
        ])
        {
            await LoadChangedAsync(raw);
            using var response = await game.Client.PostAsync(path, body);
            Assert.True(response.IsSuccessStatusCode, $"{path}: {await response.Content.ReadAsStringAsync()}");
            Assert.Equal(before, await _states.HashAsync());
        }

        await LoadChangedAsync(raw);
        await game.Client.AskForJsonAsync("POST", "/emulators/default/act", """{"state": "png", "settle": 0}""");
        Assert.Equal(raw[RawState.SaveMemory], (await _states.ReadAsync())[RawState.SaveMemory]);
        await game.ReleaseAsync();
    }

    [Theory]
    [InlineData(RawState.Clock)]
    [InlineData(RawState.Cheats)]
    [InlineData(RawState.SaveMemory)]
    public async Task A_PNG_whose_attachment_claims_hundreds_of_megabytes_is_refused_everywhere(int tag)
    {
        await game.HoldAsync();
        var png = Attack(await _states.GetAsync("?picture=true"), tag);
        var before = await _states.HashAsync();
        using (var kept = await SavedState.PutAsync(game.Client, png, Named))
            Assert.True(kept.IsSuccessStatusCode);

        using (var put = await SavedState.PutAsync(game.Client, png))
            await IsRefusedAsync(put);
        using (var named = await game.Client.PostAsync($"{Named}/load", null))
            await IsRefusedAsync(named);
        using (var act = await game.Client.AskAsync("POST", "/emulators/default/act", """{"state": "png"}"""))
            await IsRefusedAsync(act);

        Assert.Equal(before, await _states.HashAsync());
        await game.ReleaseAsync();
        await game.PlayOnAsync(2);
    }

    [Theory]
    [InlineData(RawState.Clock)]
    [InlineData(RawState.Cheats)]
    public async Task The_script_itself_loads_the_machine_of_such_a_PNG_without_its_attachments(int tag)
    {
        await game.HoldAsync();
        var (before, png) = (await _states.HashAsync(), await _states.OwnPngAsync());
        await using var client = await _states.ConnectAsync();
        await client.LoadStateAsync(StateParts.All, Attack(png, tag), CancellationToken.None);
        Assert.Equal(before, await _states.HashAsync());
        await game.ReleaseAsync();
        await game.PlayOnAsync(2);
    }

    [Theory]
    [InlineData(4)]
    [InlineData(0xFFF)]
    [InlineData(0x1000)]
    [InlineData(-1)]
    public async Task A_clock_of_a_kind_that_mGBA_does_not_know_is_refused(int kind)
    {
        await game.HoldAsync();
        var (before, raw) = (await _states.HashAsync(), await _states.ReadAsync());
        var clock = new byte[16];
        BinaryPrimitives.WriteInt32LittleEndian(clock, kind);
        var (status, text) = await _states.PutAsync(
            (raw with { Attached = [.. raw.Attached.Where(item => item.Tag != RawState.Clock), (RawState.Clock, clock)] }).ToBytes());
        Assert.Equal((422, "The clock attached to the state is damaged."),
            (status, JsonDocument.Parse(text).RootElement.GetProperty("detail").GetString()));
        Assert.Equal(before, await _states.HashAsync());
        await game.ReleaseAsync();
        await game.PlayOnAsync(2);
    }

    // The fourth byte of a pixel is unused.
    private static byte[]? Colors(RawState state) => state[RawState.Picture]?.Where((_, at) => at % 4 != 3).ToArray();

    // Returns the PNG with one attachment, whose length claims 0x2C010000 (738,263,040) bytes.
    private static byte[] Attack(byte[] png, int tag)
    {
        var noise = new byte[300];
        new Random(tag).NextBytes(noise);
        var chunks = PngChunk.Read(png).Where(chunk => chunk.Type != "gbAx").ToList();
        chunks.Insert(chunks.Count - 1, PngChunk.Attachment(tag, 0x2C010000, PngChunk.Deflate(noise)));
        return PngChunk.Write(chunks);
    }

    private static async Task IsRefusedAsync(HttpResponseMessage response)
    {
        var (status, anchor, detail) = await RunningGame.RefusalAsync(response);
        Assert.Equal((422, "refused-state"), (status, anchor));
        Assert.Contains("declares 738,263,040 bytes", detail, StringComparison.Ordinal);
    }

    // Another byte at the end of the machine, which is work memory, and other save memory.
    private Task LoadChangedAsync(RawState raw)
    {
        var machine = raw.Machine.ToArray();
        machine[^1] ^= 0xFF;
        return _states.LoadAsync(new RawState(machine,
            [.. raw.Attached.Select(item =>
                item.Tag == RawState.SaveMemory ? (item.Tag, item.Content.Select(value => (byte)~value).ToArray()) : item)]).ToBytes());
    }
}

public sealed class AdvancePngStateTests(RunningGame game) : PngStateTests(game, RawState.GbaBytes), IClassFixture<RunningGame>;

public sealed class GameBoyPngStateTests(RunningGameBoy game) : PngStateTests(game, RawState.GameBoyBytes), IClassFixture<RunningGameBoy>
{
    private readonly HeldStates _held = new(game, RawState.GameBoyBytes);

    // mGBA reallocates the save memory of a loaded state when it grows, and keeps using the old pointer.
    [Fact]
    public async Task Save_memory_that_would_grow_in_the_save_file_is_refused()
    {
        await game.HoldAsync();
        var raw = await _held.ReadAsync();
        await _held.LoadAsync(raw.ToBytes());
        var before = await _held.HashAsync();
        var larger = raw with { Attached =
            [.. raw.Attached.Select(item => item.Tag == RawState.SaveMemory ? (item.Tag, new byte[200_000]) : item)] };
        var (status, text) = await _held.LoadFileAsync(larger.ToBytes());
        Assert.Equal((422, "The state has 200000 bytes of save memory; this game has 8192."),
            (status, JsonDocument.Parse(text).RootElement.GetProperty("detail").GetString()));
        Assert.Equal(before, await _held.HashAsync());
        await game.ReleaseAsync();
        await game.PlayOnAsync(2);
    }
}
