using System.Text.Json;
using Bridge.Api.Tests.Features;

namespace Bridge.Api.Tests.Contract.OpenApi;

public sealed class OpenApiDocumentTests(RefusingBridge bridge)
{
    private const string Rewrite = "BRIDGE_REWRITE_SNAPSHOTS";

    private static readonly string Written = RepositoryRoot.Combine("src", "Bridge.Api", "Contract", "OpenApi", "openapi.json");

    [Fact]
    public async Task The_OpenAPI_document_describes_the_endpoints_as_they_are()
    {
        await using var program = new DescribedProgram();
        var document = program.Describe();
        if (Environment.GetEnvironmentVariable(Rewrite) == "1")
            await File.WriteAllTextAsync(Written, document);
        Assert.True(await File.ReadAllTextAsync(Written) == document,
            $"{Written} is not what the endpoints describe; if the change is intended, "
            + $"run the tests with {Rewrite}=1, build, and commit the file.");
    }

    [Fact]
    public async Task The_program_serves_the_written_document()
    {
        using var answer = await bridge.Client.GetAsync(new Uri("/swagger/v1/swagger.json", UriKind.Relative));
        Assert.Equal("application/json; charset=utf-8", answer.Content.Headers.ContentType?.ToString());
        Assert.Equal(await File.ReadAllTextAsync(Written), await answer.Content.ReadAsStringAsync());
    }

    [Fact]
    public async Task Every_operation_has_a_name_a_summary_and_the_examples_it_needs()
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
