using System.Text.Json.Nodes;
using Bridge.Api.Security;
using Microsoft.OpenApi;
using Swashbuckle.AspNetCore.SwaggerGen;

namespace Bridge.Api.Tests.Documentation;

// The tests and OpenAPI have other types of these names.
using OpenApiOperation = Microsoft.OpenApi.OpenApiOperation;
using Scope = Bridge.Api.Security.Scope;

/// <summary>
/// Adds to the OpenAPI document which scope an operation needs, and the responses for a missing scope and for too many requests.
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
        // Either with a token or, if none is configured, without.
        operation.Security = [new OpenApiSecurityRequirement { [new OpenApiSecuritySchemeReference(Scheme, context.Document)] = [] }, []];
        if (operation.Responses is not { } responses || !responses.TryGetValue("400", out var refused))
            return;
        responses.TryAdd("401", new OpenApiResponse { Description = "Unauthorized", Content = refused.Content });
        responses.TryAdd("403", new OpenApiResponse { Description = "Forbidden", Content = refused.Content });
        responses.TryAdd("429", new OpenApiResponse { Description = "Too Many Requests", Content = refused.Content });
    }
}
