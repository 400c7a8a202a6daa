using System.Net;
using System.Text.Json;

namespace Bridge.EndToEnd.Tests.Playing;

/// <summary>The ROM has a pointer at 0x02000008 to 0x02000100, where 0, 1, 2 … 255 lie (emulator/rom/README.md).</summary>
public sealed class PointerChainTests(RunningGame game) : IClassFixture<RunningGame>
{
    private const string Memory = "/emulators/default/memory";

    // 33554440 is 0x02000008, and 0x02040008 is its mirror.
    [Theory]
    [InlineData("[0x02000008]+0x10", "u8", "0x02000110", 0x10)]
    [InlineData("%5B0x02000008%5D%2B0x10", "u16", "0x02000110", 0x1110)]
    [InlineData("[$2000008]+255", "u8", "0x020001FF", 0xFF)]
    [InlineData("[33554440]", "u32", "0x02000100", 0x03020100)]
    [InlineData("[0x02000008]-0xF8", "u32", "0x02000008", 0x02000100)]
    [InlineData("[[0x02000008]-248]+7", "u8", "0x02000107", 7)]
    [InlineData("[0x02040008]+1", "i8", "0x02000101", 1)]
    public async Task A_chain_is_followed_to_its_end(string chain, string type, string address, long value)
    {
        var answer = await game.Client.GetJsonAsync($"{Memory}/{chain}?type={type}");
        Assert.Equal((address, value, Uri.UnescapeDataString(chain)),
            (answer.GetProperty("address").GetString(), answer.GetProperty("value").GetInt64(), answer.GetProperty("chain").GetString()));
    }

    [Fact]
    public async Task Eight_pointers_are_followed()
    {
        for (var i = 0; i < 8; i++)
            await game.WriteAsync($"{0x02000500 + (8 * i)}", i == 7 ? 0x02000100 : 0x02000500 + (8 * i) + 4, "u32");
        Assert.Equal(9, await game.ReadAsync("[[[[[[[[0x02000500]+4]+4]+4]+4]+4]+4]+4]+9", "u8"));
    }

    [Fact]
    public async Task Ranges_are_read_and_written_behind_a_pointer()
    {
        await game.WriteAsync("0x02000600", 0x02000700, "u32");
        using var content = new ByteArrayContent([1, 2, 3, 4]) { Headers = { { "Content-Type", "application/octet-stream" } } };
        using var written = await game.Client.PutAsync($"{Memory}/[0x02000600]+2", content);
        Assert.Equal("0x02000702",
            JsonDocument.Parse(await written.Content.ReadAsStringAsync()).RootElement.GetProperty("address").GetString());
        var value = await game.WriteAsync("[0x02000600]+4", 9, "u8");
        Assert.Equal("0x02000704", value.GetProperty("address").GetString());
        var read = await game.Client.GetJsonAsync($"{Memory}/[0x02000600]+1?length=6");
        Assert.Equal(("0x02000701", "000102090400"), (read.GetProperty("address").GetString(), read.GetProperty("hex").GetString()));
    }

    [Theory]
    [InlineData("[0x02000010]+4", "0x02000010", "0x00000000", "points nowhere")]
    [InlineData("[[0x02000008]-0xF0]", "0x02000010", "0x00000000", "points nowhere")]
    [InlineData("[0x02000800]+0x10", "0x02000800", "0xDEADBEEF", "0xDEADBEFF")]
    [InlineData("[0x02000804]", "0x02000804", "0x0203FFFF", "beyond the end of wram")]
    [InlineData("[0x01000000]", "Nothing is at 0x01000000", "wram", "iwram")]
    public async Task A_pointer_that_leads_nowhere_is_refused_with_its_place_and_value(string chain, params string[] words)
    {
        await game.WriteAsync("0x02000800", 0xDEADBEEF, "u32");
        await game.WriteAsync("0x02000804", 0x0203FFFF, "u32");
        using var response = await game.Client.GetAsync($"{Memory}/{chain}?type=u16");
        var problem = JsonDocument.Parse(await response.Content.ReadAsStringAsync()).RootElement;
        Assert.Equal((HttpStatusCode.BadRequest, "/docs/troubleshooting.md#out-of-range", "address"),
            (response.StatusCode, problem.GetProperty("type").GetString(), problem.GetProperty("parameter").GetString()));
        Assert.All(words, word => Assert.Contains(word, problem.GetProperty("detail").GetString(), StringComparison.Ordinal));
    }
}
