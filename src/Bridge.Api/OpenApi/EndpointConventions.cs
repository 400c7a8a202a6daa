using Bridge.Api.Errors;
using Bridge.Api.Http;
using Bridge.Api.Security;
using Microsoft.AspNetCore.Mvc;

namespace Bridge.Api.OpenApi;

/// <summary>How endpoints describe themselves, for the OpenAPI document and for the checks that follow from it.</summary>
internal static class EndpointConventions
{
    private static readonly ProblemType[] Emulators =
    [
        ProblemTypes.UnknownEmulator, ProblemTypes.ScriptError, ProblemTypes.NoEmulator, ProblemTypes.TimedOut,
    ];

    public static RouteHandlerBuilder Describe(this RouteHandlerBuilder endpoint, string name, string summary, string description) =>
        endpoint.WithName(name).WithSummary(summary).WithDescription(description);

    /// <summary>Says which scope a token has to have for it. Every endpoint says so.</summary>
    public static RouteHandlerBuilder Needs(this RouteHandlerBuilder endpoint, Scope scope, bool ofEveryEmulator = false) =>
        endpoint.WithMetadata(new ScopeNeeded(scope, ofEveryEmulator));

    public static RouteHandlerBuilder TakesQuery(this RouteHandlerBuilder endpoint, params ParameterNote[] parameters) =>
        endpoint.WithMetadata(new AcceptedQuery(parameters));

    /// <summary>The same for a query that may be as long as a request line. The endpoint's path has no parameters.</summary>
    public static RouteHandlerBuilder TakesLongQuery(this RouteHandlerBuilder endpoint, params ParameterNote[] parameters) =>
        endpoint.WithMetadata(new AcceptedQuery(parameters), LongQuery.Marker);

    public static RouteHandlerBuilder TakesPath(this RouteHandlerBuilder endpoint, ParameterNote parameter) =>
        endpoint.WithMetadata(parameter);

    public static RouteHandlerBuilder TakesBody<T>(this RouteHandlerBuilder endpoint, string example,
        params string[] otherTypes) where T : notnull =>
        endpoint.Accepts<T>("application/json", otherTypes).WithMetadata(new BodyExample(example));

    /// <summary>The same for a body that may be left out.</summary>
    public static RouteHandlerBuilder MayTakeBody<T>(this RouteHandlerBuilder endpoint, string example) where T : notnull =>
        endpoint.Accepts<T>(isOptional: true, "application/json").WithMetadata(new BodyExample(example));

    /// <summary>Takes a body of raw bytes of these types, up to <paramref name="max"/> of them.</summary>
    public static RouteHandlerBuilder TakesBytes(this RouteHandlerBuilder endpoint, long max, bool isOptional,
        string type, params string[] otherTypes) =>
        endpoint.Accepts<Stream>(isOptional, type, otherTypes).WithMetadata(new RequestSizeLimitAttribute(max));

    /// <summary>Documents these problems, and those that every command of an emulator can end with.</summary>
    public static RouteHandlerBuilder RefusesLikeACommand(this RouteHandlerBuilder endpoint, params ProblemType[] problems) =>
        endpoint.Refuses([ProblemTypes.UnknownParameter, .. problems, .. Emulators]);

    public static RouteHandlerBuilder Refuses(this RouteHandlerBuilder endpoint, params ProblemType[] problems)
    {
        foreach (var status in problems.Select(problem => problem.Status).Distinct().Order())
            endpoint.Produces<Problem>(status, "application/problem+json");
        return endpoint;
    }
}
