using System.Net.Http.Headers;
using System.Text.Json;

namespace Bridge.EndToEnd.Tests.Playing;

/// <summary>The script refuses addresses beyond the GBA's bus, whichever request has them.</summary>
public sealed class BusEndTests(RunningGame game) : IClassFixture<RunningGame>
{
    private const string E = "/emulators/default";

    [Theory]
    [InlineData("0x10000000?type=u8", "0x10000000", 1)]
    [InlineData("0xFFFFFFFF", "0xFFFFFFFF", 1)]
    [InlineData("268435456?length=1", "0x10000000", 1)]
    [InlineData("$0FFFFFFF?type=u16", "0x0FFFFFFF", 2)]
    [InlineData("0x0FFFFFFD?type=i32", "0x0FFFFFFD", 4)]
    [InlineData("0x0FFFFFFF?length=2", "0x0FFFFFFF", 2)]
    [InlineData("0x0FF00001?length=1048576", "0x0FF00001", 1_048_576)]
    public async Task A_read_is_refused_with_the_end_of_the_bus(string read, string address, int length) =>
        await RefusesAsync("GET", $"{E}/memory/{read}", null, "address", address, length);

    [Theory]
    [InlineData("PUT", $"{E}/memory/0x10000000", """{"value": 1}""", "address")]
    [InlineData("GET", "/core/read8?address=0x10000000", null, "address")]
    [InlineData("POST", "/core/write8?address=0x10000000&value=1", null, "address")]
    [InlineData("POST", $"{E}/memory/read", """[{"address": "0"}, {"address": "0x10000000"}]""", "[1].address")]
    [InlineData("POST", $"{E}/batch", """{"operations": [{"op": "read", "address": "0x10000000"}]}""", "operations[0].address")]
    [InlineData("POST", $"{E}/batch", """{"operations": [{"op": "write", "address": "0x10000000", "hex": "01"}]}""",
        "operations[0].address")]
    [InlineData("POST", $"{E}/frames/wait", """{"until": {"address": "0x10000000", "is": "changed"}}""", "until.address")]
    [InlineData("POST", $"{E}/watches", """{"address": "0x10000000"}""", "address")]
    [InlineData("POST", $"{E}/memory/search", """{"address": "0x10000000", "length": 1, "type": "u8", "is": "any"}""", "address")]
    public async Task Every_request_with_such_an_address_is_refused_and_names_its_parameter(
        string method, string path, string? json, string parameter) =>
        await RefusesAsync(method, path, json, parameter, "0x10000000", 1);

    [Fact]
    public async Task Raw_bytes_that_cross_the_end_are_refused()
    {
        using var content = new ByteArrayContent(new byte[2])
            { Headers = { ContentType = new MediaTypeHeaderValue("application/octet-stream") } };
        using var response = await game.Client.PutAsync($"{E}/memory/0x0FFFFFFF", content);
        await IsRefusedAsync(response, "address", "0x0FFFFFFF", 2);
    }

    private async Task RefusesAsync(string method, string path, string? json, string parameter, string address, int length)
    {
        using var response = await game.Client.AskAsync(method, path, json);
        await IsRefusedAsync(response, parameter, address, length);
    }

    private static async Task IsRefusedAsync(HttpResponseMessage response, string parameter, string address, int length)
    {
        var problem = JsonDocument.Parse(await response.Content.ReadAsStringAsync()).RootElement;
        Assert.Equal((400, "/docs/troubleshooting.md#out-of-range", parameter),
            ((int)response.StatusCode, problem.GetProperty("type").GetString(), problem.GetProperty("parameter").GetString()));
        Assert.Contains($"address {address} with a length of {length} bytes is beyond the GBA bus, which ends at 0x0FFFFFFF.",
            problem.GetProperty("detail").GetString(), StringComparison.Ordinal);
    }
}
