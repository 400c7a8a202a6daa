using System.Text.Json.Nodes;
using Bridge.Api.Security;
using Microsoft.OpenApi;
using Swashbuckle.AspNetCore.SwaggerGen;

namespace Bridge.Api.Tests.Documentation;

// There are others of these names, the tests' own and OpenAPI's.
using OpenApiOperation = Microsoft.OpenApi.OpenApiOperation;
using Scope = Bridge.Api.Security.Scope;

/// <summary>
/// Tells in the OpenAPI document which scope an operation needs, and how a token that lacks it, or that comes too often, is refused.
/// </summary>
internal sealed class OperationScope : IOperationFilter
{
    public const string Scheme = "token";

    public void Apply(OpenApiOperation operation, OperationFilterContext context)
    {
        var needed = context.ApiDescription.ActionDescriptor.EndpointMetadata.OfType<ScopeNeeded>().LastOrDefault();
        if (needed is null or { Scope: Scope.None })
            return;
        (operation.Extensions ??= new Dictionary<string, IOpenApiExtension>())["x-scope"] = new JsonNodeExtension(
            JsonValue.Create(ScopeNames.Of(needed.Scope)));
        // Either with the token or, where none is configured, without.
        operation.Security = [new OpenApiSecurityRequirement { [new OpenApiSecuritySchemeReference(Scheme, context.Document)] = [] }, []];
        if (operation.Responses is not { } responses || !responses.TryGetValue("400", out var refused))
            return;
        responses.TryAdd("401", new OpenApiResponse { Description = "Unauthorized", Content = refused.Content });
        responses.TryAdd("403", new OpenApiResponse { Description = "Forbidden", Content = refused.Content });
        responses.TryAdd("429", new OpenApiResponse { Description = "Too Many Requests", Content = refused.Content });
    }
}
