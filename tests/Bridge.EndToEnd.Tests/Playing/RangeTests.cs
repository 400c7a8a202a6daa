using System.Net;
using System.Security.Cryptography;
using System.Text.Json;

namespace Bridge.EndToEnd.Tests.Playing;

/// <summary>Ranges of a real game's memory, as hexadecimal digits and as raw bytes.</summary>
public sealed class RangeTests(RunningGame game) : IClassFixture<RunningGame>
{
    private const string Memory = "/emulators/default/memory";

    private async Task<byte[]> ReadRawAsync(string pathAndQuery)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, $"{Memory}/{pathAndQuery}")
            { Headers = { { "Accept", "application/octet-stream" } } };
        using var response = await game.Client.SendAsync(request);
        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        return await response.Content.ReadAsByteArrayAsync();
    }

    private async Task<HttpResponseMessage> WriteRawAsync(string pathAndQuery, byte[] bytes)
    {
        using var content = new ByteArrayContent(bytes) { Headers = { { "Content-Type", "application/octet-stream" } } };
        return await game.Client.PutAsync($"{Memory}/{pathAndQuery}", content);
    }

    private static async Task IsOutOfRangeAsync(HttpResponseMessage response, params string[] words)
    {
        using (response)
        {
            var problem = JsonDocument.Parse(await response.Content.ReadAsStringAsync()).RootElement;
            Assert.Equal((400, "/docs/troubleshooting.md#out-of-range"),
                ((int)response.StatusCode, problem.GetProperty("type").GetString()));
            Assert.All(words, word => Assert.Contains(word, problem.GetProperty("detail").GetString(), StringComparison.Ordinal));
        }
    }

    [Fact]
    public async Task A_range_is_read_as_hexadecimal_digits_and_as_raw_bytes()
    {
        var pattern = Enumerable.Range(0, 256).Select(value => (byte)value).ToArray();
        var json = await game.Client.GetJsonAsync($"{Memory}/0x02000100?length=256");
        Assert.Equal(Convert.ToHexStringLower(pattern), json.GetProperty("hex").GetString());
        Assert.Equal(pattern, await ReadRawAsync("0x02000100?length=256"));
        Assert.Equal(pattern[7..14], await ReadRawAsync("0x107?length=7&domain=wram"));
    }

    [Fact]
    public async Task A_whole_domain_is_read_in_one_piece()
    {
        foreach (var (domain, size) in new[] { ("wram", 0x40000), ("iwram", 0x8000),
            ("palette", 0x400), ("oam", 0x400), ("vram", 0x18000) })
            Assert.Equal((domain, size), (domain, (await ReadRawAsync($"0?length={size}&domain={domain}")).Length));
        Assert.Equal(await File.ReadAllBytesAsync(RepositoryRoot.Combine("emulator", "rom", "buttontest.gba")),
            await ReadRawAsync("0x08000000?length=4096"));
    }

    // The ROM draws into video memory up to 0x06009600 in every frame.
    [Theory]
    [InlineData("0x02000301", 261_375)]
    [InlineData("0x03000011", 0x6001)]
    [InlineData("0x06009601", 0xE9FF)]
    [InlineData("0x05000003", 0x3FB)]
    [InlineData("0x07000001", 0x3FF)]
    public async Task Raw_bytes_are_written_at_any_alignment_up_to_the_end(string address, int length)
    {
        var bytes = RandomNumberGenerator.GetBytes(length);
        using var response = await WriteRawAsync(address, bytes);
        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        Assert.Equal(bytes, await ReadRawAsync($"{address}?length={length}"));
    }

    [Fact]
    public async Task A_range_that_crosses_the_end_of_its_domain_is_refused_with_its_size()
    {
        await IsOutOfRangeAsync(await game.Client.GetAsync($"{Memory}/0x0203FFFF?length=2"), "wram", "0x0203FFFF");
        await IsOutOfRangeAsync(await game.Client.GetAsync($"{Memory}/0x0203FFFD?type=u32"), "wram", "0x0203FFFF");
        await IsOutOfRangeAsync(await game.Client.GetAsync($"{Memory}/262143?length=2&domain=wram"), "wram", "262144");
        await IsOutOfRangeAsync(await game.Client.GetAsync($"{Memory}/0x40000?domain=wram"), "wram", "262144");
        await IsOutOfRangeAsync(await game.Client.GetAsync($"{Memory}/0x08000FFD?type=u32"), "cart0", "0x08000FFF");
        await IsOutOfRangeAsync(await game.Client.GetAsync($"{Memory}/0x08001000"), "0x08001000");
        await IsOutOfRangeAsync(await game.Client.GetAsync($"{Memory}/0x01000000"), "0x01000000");
        await IsOutOfRangeAsync(await WriteRawAsync("0x07FFFFFF", [1, 2]), "oam");
    }

    [Fact]
    public async Task A_write_of_1_MiB_is_refused_where_it_does_not_fit_and_changes_nothing()
    {
        await game.WriteAsync("0x02000300", 0x5A5A);
        await IsOutOfRangeAsync(await WriteRawAsync("0x02000300", new byte[1_048_576]), "wram");
        await IsOutOfRangeAsync(await WriteRawAsync("0?domain=wram", new byte[1_048_576]), "wram", "262144");
        Assert.Equal(0x5A5A, await game.ReadAsync("0x02000300"));
    }

    [Fact]
    public async Task An_unknown_domain_is_refused_with_the_list_of_domains()
    {
        using var response = await game.Client.GetAsync($"{Memory}/0?domain=hram");
        var text = await response.Content.ReadAsStringAsync();
        Assert.Equal(400, (int)response.StatusCode);
        Assert.Contains("#unknown-domain", text, StringComparison.Ordinal);
        Assert.Contains("wram, iwram", text, StringComparison.Ordinal);
    }
}
