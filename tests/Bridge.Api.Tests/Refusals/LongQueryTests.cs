namespace Bridge.Api.Tests.Refusals;

public sealed class LongQueryTests(RefusingBridge bridge)
{
    private const int Max = 16 * 1024;

    [Theory]
    [InlineData("GET", "/health/live")]
    [InlineData("GET", "/emulators/default/memory/0x02000000")]
    [InlineData("POST", "/core/addkey")]
    public async Task A_query_over_the_limit_of_its_path_is_refused(string method, string path)
    {
        (await bridge.RefusesAsync(method, path + Query(Max + 1))).Is(414, "too-long", null, "16,385", "16,384");
        (await bridge.RefusesAsync(method, path + Query(Max))).Is(400, "unknown-parameter", "x", "\"x\"");
    }

    [Theory]
    [InlineData("GET", "/mgbaendpoint")]
    [InlineData("POST", "/console/log")]
    [InlineData("POST", "/console/warn")]
    [InlineData("POST", "/console/error")]
    public async Task Paths_with_a_text_parameter_accept_a_long_one(string method, string path) =>
        (await bridge.RefusesAsync(method, path + Query(200_000))).Is(400, "unknown-parameter", "x", "\"x\"");

    // Kestrel keeps the address of the last request with each connection.
    [Theory]
    [InlineData("/mgbaendpoint", 4096, false)]
    [InlineData("/mgbaendpoint", 4097, true)]
    [InlineData("/mgbaendpoint", 1_000_000, true)]
    [InlineData("/no/such/path/", 4097, true)]
    public async Task A_long_address_ends_its_connection(string path, int length, bool ends)
    {
        using var response = await bridge.Client.GetAsync(path + (path[^1] == '/' ? new string('x', length) : Query(length)),
            TestContext.Current.CancellationToken);
        Assert.Equal(ends ? true : null, response.Headers.ConnectionClose);
    }

    private static string Query(int length) => "?x=".PadRight(length, 'x');
}
