using Bridge.Api.Tests.Features;
using Bridge.Testing.Http.Schemas;

namespace Bridge.Api.Tests.Contract.OpenApi;

public sealed class AllowedMethodTests(RefusingBridge bridge)
{
    private static readonly string[] Methods = ["GET", "POST", "PUT", "DELETE", "PATCH"];

    [Fact]
    public async Task Every_path_allows_the_methods_that_the_document_has_for_it()
    {
        var document = await ApiDocument.ReadAsync(bridge.Client);
        foreach (var path in document.Operations.GroupBy(operation => operation.Path))
        {
            var described = path.Select(operation => operation.Method).Order(StringComparer.Ordinal).ToArray();
            var address = path.First().Parameters.Where(parameter => parameter.IsInPath).Aggregate(path.Key, (address, parameter) =>
                address.Replace($"{{{parameter.Name}}}", $"{parameter.Example}", StringComparison.Ordinal));
            foreach (var method in Methods.Except(described))
            {
                using var response = await bridge.Client.AskAsync(method, address);
                Assert.Equal(405, (int)response.StatusCode);
                Assert.Equal(described, response.Content.Headers.Allow.Order(StringComparer.Ordinal));
            }
        }
    }
}
