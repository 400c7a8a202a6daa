using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;
using Microsoft.AspNetCore.Mvc;

namespace Bridge.Api.Contract.OpenApi;

/// <summary>Describes endpoints, for the OpenAPI document and for the checks that use the same metadata.</summary>
internal static class EndpointConventions
{
    private static readonly string[] Methods = ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"];

    private static readonly ProblemType[] CommandProblems =
    [
        ProblemTypes.UnknownEmulator, ProblemTypes.ScriptError, ProblemTypes.ProtocolError, ProblemTypes.NoEmulator, ProblemTypes.NoGame,
        ProblemTypes.Paused, ProblemTypes.Stuck, ProblemTypes.Crashed, ProblemTypes.ScriptOutdated, ProblemTypes.WrongSecret,
        ProblemTypes.ForeignScript, ProblemTypes.Overloaded, ProblemTypes.Stopping, ProblemTypes.NotApplied, ProblemTypes.OutcomeUnknown,
        ProblemTypes.TimedOut,
    ];

    private static readonly ProblemType[] BodyProblems =
    [
        ProblemTypes.InvalidBody, ProblemTypes.InvalidParameter, ProblemTypes.MissingParameter, ProblemTypes.TooLarge,
        ProblemTypes.UnsupportedMediaType,
    ];

    /// <summary>Gets the problems that every endpoint may respond with, whatever the request.</summary>
    public static IReadOnlyList<ProblemType> OfEveryEndpoint { get; } =
    [
        ProblemTypes.BadRequest, ProblemTypes.ForeignOrigin, ProblemTypes.ForeignUser, ProblemTypes.TooSlow, ProblemTypes.TooLong,
        ProblemTypes.ForeignHost, ProblemTypes.TooManyRequests, ProblemTypes.InternalError, ProblemTypes.Overloaded, ProblemTypes.Stopping,
    ];

    public static RouteHandlerBuilder Describe(this RouteHandlerBuilder endpoint, string name, string summary, string description) =>
        endpoint.WithName(name).WithSummary(summary).WithDescription(description);

    /// <summary>Sets the scope that a token needs. Every endpoint sets one.</summary>
    public static RouteHandlerBuilder Needs(this RouteHandlerBuilder endpoint, Scope scope, bool ofEveryEmulator = false) =>
        endpoint.WithMetadata(new ScopeNeeded(scope, ofEveryEmulator));

    public static RouteHandlerBuilder TakesQuery(this RouteHandlerBuilder endpoint, params ParameterNote[] parameters) =>
        endpoint.WithMetadata(new AcceptedQuery(parameters)).Refuses(ProblemsOf(parameters));

    /// <summary>Names the parameter that holds an argument of the command, for problems about that argument.</summary>
    public static RouteHandlerBuilder MapsArgument(this RouteHandlerBuilder endpoint, string argument, string parameter) =>
        endpoint.WithMetadata(new ArgumentName(argument, parameter));

    public static RouteHandlerBuilder TakesPath(this RouteHandlerBuilder endpoint, ParameterNote parameter) =>
        parameter.Rule is null ? endpoint.WithMetadata(parameter)
            : endpoint.WithMetadata(parameter).Refuses(ProblemTypes.InvalidParameter);

    /// <summary>Documents a request header that the endpoint reads.</summary>
    public static RouteHandlerBuilder ReadsHeader(this RouteHandlerBuilder endpoint, ParameterNote header) =>
        endpoint.WithMetadata(new RequestHeader(header));

    /// <summary>Documents headers of the endpoint's successful responses.</summary>
    public static RouteHandlerBuilder SendsHeaders(this RouteHandlerBuilder endpoint, params ResponseHeader[] headers) =>
        endpoint.WithMetadata([.. headers]);

    public static RouteHandlerBuilder TakesBody<T>(this RouteHandlerBuilder endpoint, string example,
        params string[] otherTypes) where T : notnull =>
        endpoint.Accepts<T>("application/json", otherTypes).WithMetadata(new BodyExample(example)).HasBody();

    /// <summary>Accepts a JSON body that follows a rule.</summary>
    public static RouteHandlerBuilder TakesBody<T>(this RouteHandlerBuilder endpoint, ValueRule rule, string example,
        params string[] otherTypes) where T : notnull =>
        endpoint.TakesBody<T>(example, otherTypes).WithMetadata(new BodyRule(rule));

    /// <summary>Accepts a JSON body that may be left out.</summary>
    public static RouteHandlerBuilder MayTakeBody<T>(this RouteHandlerBuilder endpoint, ValueRule rule, string example) where T : notnull =>
        endpoint.Accepts<T>(isOptional: true, "application/json").WithMetadata(new BodyExample(example), new BodyRule(rule)).HasBody();

    /// <summary>Accepts a body of raw bytes of these types, at most <paramref name="max"/>.</summary>
    public static RouteHandlerBuilder TakesBytes(this RouteHandlerBuilder endpoint, long max, bool isOptional,
        string type, params string[] otherTypes) =>
        endpoint.Accepts<Stream>(isOptional, type, otherTypes).WithMetadata(new RequestSizeLimitAttribute(max)).HasBody();

    /// <summary>Accepts a body of text, at most <paramref name="max"/> bytes of UTF-8.</summary>
    public static RouteHandlerBuilder TakesText(this RouteHandlerBuilder endpoint, long max) =>
        endpoint.Accepts<string>("text/plain").WithMetadata(new RequestSizeLimitAttribute(max)).HasBody();

    /// <summary>
    /// Documents these problems, and those of every command to an emulator. Commands that take an address also refuse unknown symbols.
    /// </summary>
    public static RouteHandlerBuilder RefusesLikeACommand(this RouteHandlerBuilder endpoint, params ProblemType[] problems) =>
        endpoint.Refuses([
            ProblemTypes.UnknownParameter, .. problems,
            .. problems.Contains(ProblemTypes.OutOfRange) ? [ProblemTypes.UnknownSymbol] : (ProblemType[])[], .. CommandProblems,
        ]);

    /// <summary>Documents these problems.</summary>
    public static RouteHandlerBuilder Refuses(this RouteHandlerBuilder endpoint, params ProblemType[] problems)
    {
        endpoint.WithMetadata(new PossibleProblems(problems));
        foreach (var status in problems.Select(problem => problem.Status).Distinct().Order())
            endpoint.Produces<Problem>(status, "application/problem+json");
        return endpoint;
    }

    /// <summary>
    /// Responds to all methods except <paramref name="method"/> with 405, so that the path isn't also taken as a parameter of another
    /// path. It maps nothing for <paramref name="method"/> itself: routing would choose that endpoint for a body of a type that the
    /// path's own operation does not accept.
    /// </summary>
    public static void AllowOnly(this IEndpointRouteBuilder routes, string path, string method) => routes
        .MapMethods(path, Methods.Where(other => other != method), (HttpContext context) =>
        {
            context.Response.Headers.Allow = method;
            return Results.StatusCode(StatusCodes.Status405MethodNotAllowed);
        })
        .Needs(Scope.None)
        .ExcludeFromDescription();

    private static RouteHandlerBuilder HasBody(this RouteHandlerBuilder endpoint) =>
        endpoint.MapsArgument("payload", "body").Refuses(BodyProblems);

    private static ProblemType[] ProblemsOf(ParameterNote[] parameters) =>
    [
        ProblemTypes.UnknownParameter,
        .. parameters.Length > 0 ? [ProblemTypes.InvalidParameter] : (ProblemType[])[],
        .. parameters.Any(parameter => parameter.IsRequired) ? [ProblemTypes.MissingParameter] : (ProblemType[])[],
    ];
}
