using System.Text.Json;
using System.Text.Json.Nodes;
using Bridge.Api.Tests.Refusals;

namespace Bridge.Api.Tests.Shapes;

public sealed class OpenApiSnapshotTests(RefusingBridge bridge)
{
    private const string Rewrite = "BRIDGE_REWRITE_SNAPSHOTS";

    private static readonly JsonSerializerOptions Indented = new() { WriteIndented = true, Encoder = System.Text.Encodings.Web.JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    [Fact]
    public async Task The_OpenAPI_document_is_the_one_that_was_last_agreed_on()
    {
        var path = RepositoryRoot.Combine("tests", "Bridge.Api.Tests", "openapi.json");
        var document = JsonNode.Parse(await bridge.Client.GetStringAsync("/swagger/v1/swagger.json"))!.ToJsonString(Indented) + "\n";
        if (Environment.GetEnvironmentVariable(Rewrite) == "1")
            await File.WriteAllTextAsync(path, document);
        Assert.True(await File.ReadAllTextAsync(path) == document,
            $"The OpenAPI document differs from tests/Bridge.Api.Tests/openapi.json; if it is meant to, run the tests with {Rewrite}=1 and commit the file.");
    }

    [Fact]
    public async Task Every_operation_has_a_name_a_summary_and_an_example_for_all_it_needs()
    {
        var operations = await OpenApiOperation.ReadAsync(bridge.Client);
        Assert.Equal(operations.Count, operations.Select(operation => operation.Name).Distinct().Count());
        foreach (var operation in operations)
        {
            Assert.NotEqual("", operation.Body.GetProperty("summary").GetString());
            Assert.DoesNotContain('{', operation.ExampleUrl);
            Assert.Contains(operation.Body.GetProperty("responses").EnumerateObject(), response => response.Name.StartsWith('2'));
            Assert.Contains(operation.Body.GetProperty("responses").EnumerateObject(), response => response.Name == "400");
        }
    }
}
