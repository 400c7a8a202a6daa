using Bridge.Api.Errors;
using Bridge.Api.Http;
using Bridge.Api.Security;
using Microsoft.AspNetCore.Mvc;

namespace Bridge.Api.OpenApi;

/// <summary>Describes endpoints, for the OpenAPI document and for the checks that use the same metadata.</summary>
internal static class EndpointConventions
{
    private static readonly ProblemType[] Emulators =
    [
        ProblemTypes.UnknownEmulator, ProblemTypes.ScriptError, ProblemTypes.NoEmulator, ProblemTypes.TimedOut,
    ];

    public static RouteHandlerBuilder Describe(this RouteHandlerBuilder endpoint, string name, string summary, string description) =>
        endpoint.WithName(name).WithSummary(summary).WithDescription(description);

    /// <summary>Sets the scope that a token needs. Every endpoint sets one.</summary>
    public static RouteHandlerBuilder Needs(this RouteHandlerBuilder endpoint, Scope scope, bool ofEveryEmulator = false) =>
        endpoint.WithMetadata(new ScopeNeeded(scope, ofEveryEmulator));

    public static RouteHandlerBuilder TakesQuery(this RouteHandlerBuilder endpoint, params ParameterNote[] parameters) =>
        endpoint.WithMetadata(new AcceptedQuery(parameters));

    /// <summary>Accepts query parameters up to the length of a request line. The endpoint's path must have no parameters.</summary>
    public static RouteHandlerBuilder TakesLongQuery(this RouteHandlerBuilder endpoint, params ParameterNote[] parameters) =>
        endpoint.WithMetadata(new AcceptedQuery(parameters), LongQuery.Marker);

    public static RouteHandlerBuilder TakesPath(this RouteHandlerBuilder endpoint, ParameterNote parameter) =>
        endpoint.WithMetadata(parameter);

    public static RouteHandlerBuilder TakesBody<T>(this RouteHandlerBuilder endpoint, string example,
        params string[] otherTypes) where T : notnull =>
        endpoint.Accepts<T>("application/json", otherTypes).WithMetadata(new BodyExample(example));

    /// <summary>Accepts a JSON body that may be left out.</summary>
    public static RouteHandlerBuilder MayTakeBody<T>(this RouteHandlerBuilder endpoint, string example) where T : notnull =>
        endpoint.Accepts<T>(isOptional: true, "application/json").WithMetadata(new BodyExample(example));

    /// <summary>Accepts a body of raw bytes of these types, at most <paramref name="max"/>.</summary>
    public static RouteHandlerBuilder TakesBytes(this RouteHandlerBuilder endpoint, long max, bool isOptional,
        string type, params string[] otherTypes) =>
        endpoint.Accepts<Stream>(isOptional, type, otherTypes).WithMetadata(new RequestSizeLimitAttribute(max));

    /// <summary>Documents these problems, and those of every command to an emulator.</summary>
    public static RouteHandlerBuilder RefusesLikeACommand(this RouteHandlerBuilder endpoint, params ProblemType[] problems) =>
        endpoint.Refuses([ProblemTypes.UnknownParameter, .. problems, .. Emulators]);

    public static RouteHandlerBuilder Refuses(this RouteHandlerBuilder endpoint, params ProblemType[] problems)
    {
        foreach (var status in problems.Select(problem => problem.Status).Distinct().Order())
            endpoint.Produces<Problem>(status, "application/problem+json");
        return endpoint;
    }
}
