using System.Net.Http.Headers;

namespace Bridge.Api.Tests.Features.Notebook;

/// <summary>Names of the notebook in addresses.</summary>
public sealed class NotebookNameTests : NotebookTest
{
    private const string Rest = "\"value\":7,\"frame\":1834";

    [Fact]
    public async Task A_name_is_an_address_with_its_type()
    {
        (await RefusedReadAsync("hp")).Is(400, "unknown-symbol", "address");
        await NameAsync("hp", """{"address": "0x02000020", "type": "i16"}""");
        Assert.Equal($$"""{"address":"0x02000020","type":"i16",{{Rest}},"symbol":"hp"}""", await ReadAsync("hp"));
        Assert.Equal($$"""{"address":"0x02000020","type":"u8",{{Rest}},"symbol":"hp"}""", await ReadAsync("hp?type=u8"));
        Assert.Equal($$"""{"address":"0x02000021","type":"u8",{{Rest}},"symbol":"hp+0x1"}""", await ReadAsync("hp+1"));
        Assert.Equal($$"""{"address":"0x02000022","type":"u8",{{Rest}}}""", await ReadAsync("0x02000022"));
        Assert.Equal($$"""{"address":"0x02000008","type":"u8",{{Rest}},"chain":"[hp-8]+4"}""", await ReadAsync("[hp-8]+4"));
        (await RefusedReadAsync("hq")).Is(400, "unknown-symbol", "address", "Similar: hp.");
        await DeleteAsync($"{Path}/names/hp");
        (await RefusedReadAsync("hp")).Is(400, "unknown-symbol", "address", "the game has no symbols");
    }

    [Fact]
    public async Task A_name_comes_before_a_symbol_of_the_same_name()
    {
        using var content = new ByteArrayContent("02000010 hp,2\n02000020 mp\n"u8.ToArray())
            { Headers = { ContentType = new MediaTypeHeaderValue("application/octet-stream") } };
        using var stored = await Client.PutAsync(new Uri($"{Emulator}/symbols", UriKind.Relative), content);
        stored.EnsureSuccessStatusCode();
        Assert.Contains("\"0x02000010\"", await ReadAsync("hp"), StringComparison.Ordinal);
        await NameAsync("hp", """{"address": "0x02000040"}""");
        await NameAsync("mana", """{"address": "0x02000020", "type": "u16"}""");
        Assert.Contains("\"0x02000040\"", await ReadAsync("hp"), StringComparison.Ordinal);
        Assert.Contains("\"symbol\":\"mana\"", await ReadAsync("mp"), StringComparison.Ordinal);
        Assert.Contains("\"symbol\":\"mp+0x2\"", await ReadAsync("0x02000022"), StringComparison.Ordinal);
        (await RefusedReadAsync("man")).Is(400, "unknown-symbol", "address", "Similar: mana, mp.");
        await DeleteAsync(Path);
        Assert.Contains("\"0x02000010\"", await ReadAsync("hp"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_name_of_a_file_is_known_without_a_request_to_the_notebook()
    {
        await WriteAsync("""{"names": {"hp": {"address": "0x02000020", "type": "u16"}}}""");
        Assert.Contains("\"symbol\":\"hp\"", await ReadAsync("hp"), StringComparison.Ordinal);
        Play("00000002");
        await Client.GetJsonAsync(Path);
        (await RefusedReadAsync("hp")).Is(400, "unknown-symbol", "address");
    }

    [Fact]
    public async Task A_broken_file_is_told_where_a_name_is_unknown_and_read_again()
    {
        await WriteAsync("half");
        (await RefusedReadAsync("hp")).Is(400, "unknown-symbol", "address", "The notebook 1a2b3c4d.json can't be used: ");
        await WriteAsync("""{"names": {"hp": {"address": "0x02000020"}}}""");
        await Eventually.HoldsAsync(
            async () =>
            {
                using var read = await Client.AskAsync("GET", $"{Emulator}/memory/hp");
                return read.IsSuccessStatusCode;
            }, "the file is read again");
    }

    private async Task<ProblemResponse> RefusedReadAsync(string address)
    {
        using var response = await Client.AskAsync("GET", $"{Emulator}/memory/{address}");
        return await ProblemResponse.ReadAsync(response);
    }
}
