using System.Net.Http.Headers;

namespace Bridge.EndToEnd.Tests.Playing;

/// <summary>Ranges of a ROM as long as a real game: the button-test ROM followed by two MiB of noise.</summary>
public sealed class LongRangeTests : IAsyncLifetime
{
    private const int MiB = 1_048_576;
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("bridge-long-");
    private readonly byte[] _rom;
    private readonly RealEmulator _emulator;
    private BridgeHost? _bridge;

    public LongRangeTests()
    {
        var noise = new byte[2 * MiB];
        new Random(1).NextBytes(noise);
        _rom = [.. File.ReadAllBytes(RepositoryRoot.Combine("emulator", "rom", RealEmulator.ButtonTest)), .. noise];
        var path = Path.Combine(_folder.FullName, "long.gba");
        File.WriteAllBytes(path, _rom);
        _emulator = new RealEmulator(path);
    }

    public async ValueTask InitializeAsync()
    {
        await _emulator.StartAsync();
        _bridge = new BridgeHost(("Bridge:Emulators:default:Port", $"{_emulator.Port}"));
        await _bridge.ReachesAsync("running");
    }

    public async ValueTask DisposeAsync()
    {
        if (_bridge is not null)
            await _bridge.DisposeAsync();
        await _emulator.DisposeAsync();
        _folder.Delete(recursive: true);
    }

    // ROM is on the bus at 0x08000000, 0x0A000000 and 0x0C000000, which are the domains cart0, cart1 and cart2.
    [Theory]
    [InlineData("0x08000000", "", 0, MiB)]
    [InlineData("0x08012345", "", 0x12345, MiB)]
    [InlineData("0x0A012345", "", 0x12345, 300_001)]
    [InlineData("0x12345", "&domain=cart2", 0x12345, MiB)]
    [InlineData("0x12345", "&domain=cart0", 0x12345, 262_144)]
    public async Task A_long_range_of_ROM_arrives_byte_for_byte(string address, string domain, int offset, int length)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, $"/emulators/default/memory/{address}?length={length}{domain}");
        request.Headers.Accept.Add(new MediaTypeWithQualityHeaderValue("application/octet-stream"));
        using var response = await _bridge!.Client.SendAsync(request);
        Assert.Equal(200, (int)response.StatusCode);
        var bytes = await response.Content.ReadAsByteArrayAsync();
        Assert.True(_rom.AsSpan(offset, length).SequenceEqual(bytes));
    }

    [Fact]
    public async Task A_range_beyond_the_end_is_refused_with_the_last_address()
    {
        var last = 0x08000000 + _rom.Length - 1;
        using var response = await _bridge!.Client.GetAsync($"/emulators/default/memory/0x{last - MiB + 2:X}?length={MiB}");
        var (status, type, detail) = await RunningGame.RefusalAsync(response);
        Assert.Equal((400, "out-of-range"), (status, type));
        Assert.Contains($"0x{last:X8}", detail, StringComparison.Ordinal);
    }
}
