using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Tests.Features;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;

namespace Bridge.Api.Tests.Server.Security;

public sealed class ScopeTests(RefusingBridge bridge)
{
    [Fact]
    public void Every_endpoint_declares_its_scope()
    {
        var silent = bridge.Services.GetRequiredService<EndpointDataSource>().Endpoints.OfType<RouteEndpoint>()
            .Where(endpoint => endpoint.Metadata.GetMetadata<ScopeNeeded>() is null).Select(endpoint => endpoint.DisplayName).ToArray();
        Assert.True(silent.Length == 0, $"These lack .Needs(Scope…): {string.Join(", ", silent)}");
    }

    /// <summary>
    /// An operation that a read-only token may send has no effect, except for the echo and operations that only store data in the bridge.
    /// </summary>
    [Fact]
    public async Task The_read_scope_is_only_used_by_operations_without_effect()
    {
        string[] allowed = ["EchoBody", "SearchMemory", "ForgetSearch", "ReadMemoryPlaces",
            "RunBatch", "WaitForFrames", "SetWatch", "ImportWatches", "DeleteWatch", "DeleteWatches", "MakeClip", "DeleteClip",
            "RunBranches", "CreateTicket", "RevokeTicket", "ReadText"];
        foreach (var operation in await OpenApiOperation.ReadAsync(bridge.Client))
        {
            var scope = operation.Body.TryGetProperty("x-scope", out var named) ? named.GetString() : "";
            Assert.Contains(scope, (string[])["", "read", "input", "write", "states", "admin"]);
            Assert.Equal(scope?.Length > 0, operation.Body.TryGetProperty("security", out _));
            if (scope == "read" && operation.Method != "GET")
                Assert.Contains(operation.Name, allowed);
            if (scope == "")
                Assert.Matches("^/(health/.*|bridge[.]lua)$", operation.Path);
        }
    }
}
