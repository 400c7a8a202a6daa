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
            var address = path.First().Parameters.Where(parameter => parameter.IsInPath).Aggregate(path.Key, (address, parameter) =>
                address.Replace($"{{{parameter.Name}}}", $"{parameter.Example}", StringComparison.Ordinal));
            var described = path.Select(operation => operation.Method).ToHashSet();
            // The address of /breakpoints/stop is also one of /breakpoints/{breakpoint}.
            var possible = document.Operations.Where(operation => Matches(operation.Path, address)).Select(operation => operation.Method);
            foreach (var method in Methods.Except(possible))
            {
                using var response = await bridge.Client.AskAsync(method, address);
                var allowed = response.Content.Headers.Allow;
                Assert.True((int)response.StatusCode == 405 && described.IsSubsetOf(allowed) && allowed.All(possible.Contains),
                    $"{method} {address}: {(int)response.StatusCode}, allows {string.Join(", ", allowed)}.");
            }
        }
    }

    private static bool Matches(string path, string address)
    {
        var (parts, given) = (path.Split('/'), address.Split('/'));
        return parts.Length == given.Length && parts.Zip(given).All(pair => pair.First.StartsWith('{') || pair.First == pair.Second);
    }
}
