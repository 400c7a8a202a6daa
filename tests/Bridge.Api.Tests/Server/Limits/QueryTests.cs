using Bridge.Api.Tests.Features;

namespace Bridge.Api.Tests.Server.Limits;

public sealed class QueryTests(RefusingBridge bridge)
{
    [Fact]
    public async Task Every_operation_refuses_an_unknown_query_parameter()
    {
        var operations = await OpenApiOperation.ReadAsync(bridge.Client);
        Assert.True(operations.Count > 10);
        foreach (var operation in operations)
        {
            var url = operation.ExampleUrl;
            var problem = await bridge.RefusesAsync(operation.Method,
                $"{url}{(url.Contains('?', StringComparison.Ordinal) ? '&' : '?')}surprise=1");
            problem.Is(400, "unknown-parameter", "surprise", "\"surprise\"", operation.Method, operation.ExamplePath, "takes");
        }
    }

    [Theory]
    [InlineData("/emulators/default/memory/0x02000000?lenght=4", "lenght", "type, length, domain")]
    [InlineData("/emulators/default/buttons/press?button=A", "button", "buttons, hold, release, wait")]
    [InlineData("/mgbaendpoint?massage=x", "massage", "message")]
    [InlineData("/health?verbose", "verbose", "no parameters")]
    [InlineData("/health?=1", "", "no parameters")]
    public async Task A_misspelt_query_parameter_is_refused_with_the_valid_ones(string path, string parameter, string known) =>
        (await bridge.RefusesAsync("GET", path)).Is(400, "unknown-parameter", parameter, known);

    [Theory]
    [InlineData("/mgbaendpoint?message=a&message=b", "message")]
    [InlineData("/emulators/default/memory/0x02000000?type=u8&TYPE=u16", "type")]
    [InlineData("/emulators/default/buttons/press?buttons=A&hold=1&hold=2", "hold")]
    public async Task A_repeated_query_parameter_is_refused(string path, string parameter) =>
        (await bridge.RefusesAsync("GET", path)).Is(400, "invalid-parameter", parameter, "only once; got 2.");
}
