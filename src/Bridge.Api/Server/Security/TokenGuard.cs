using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Server.Limits;

namespace Bridge.Api.Server.Security;

/// <summary>
/// Requires a token that allows the operation if any token is configured. Runs after routing, which finds the operation, and before the
/// middleware that belongs to it. A ticket replaces the token where it opens something; a request with both needs both to be right.
/// </summary>
internal sealed class TokenGuard(RequestDelegate next, AccessTokens tokens, TicketCheck tickets)
{
    public Task InvokeAsync(HttpContext context)
    {
        // Later middleware refuses a request without an endpoint, or with another method.
        if (context.GetEndpoint() is not RouteEndpoint endpoint)
            return next(context);
        var result = tickets.Check(context);
        if (result is { MayOpen: false })
            return TicketRun.RefuseAsync(context);
        if (!tokens.AreNeeded)
            return ServeAsync(context, result, token: null);
        var (scope, ofEvery) = ScopeNeeded.Of(endpoint);
        if (scope == Scope.None)
            return next(context);

        var given = context.Request.Headers.Authorization;
        if (given.Count == 0 && result is not null)
            return ServeAsync(context, result, result.Ticket?.Token);
        if (given.Count == 0)
            return Refuse(
                context, ProblemTypes.MissingToken, "Bearer",
                WithAdvice(endpoint, "This bridge requires a token in the header Authorization: Bearer TOKEN."));
        if (tokens.FindIn(given) is not { } token)
            return Refuse(
                context,
                ProblemTypes.WrongToken,
                "Bearer error=\"invalid_token\"",
                WithAdvice(endpoint, "The header Authorization must be Bearer TOKEN, with a token of this bridge."));
        if (!token.Allows(scope))
            return Refuse(
                context,
                ProblemTypes.NarrowToken,
                $"Bearer error=\"insufficient_scope\", scope=\"{ScopeNames.Of(scope)}\"",
                DescribeMissing(token, scope));
        if (!ofEvery && EmulatorOf(context) is var emulator && !token.Reaches(emulator))
            return Refuse(
                context,
                ProblemTypes.NarrowToken,
                "Bearer error=\"insufficient_scope\"",
                $"The token {token.Name} does not allow the emulator {emulator}.");
        return ServeAsync(context, result, token);
    }

    /// <summary>Requires more scopes than the endpoint, once the body is known.</summary>
    /// <exception cref="RequestException">The request's token doesn't allow it.</exception>
    public static void Demand(HttpContext context, Scope scopes)
    {
        if (context.Features.Get<AccessToken>() is { } token && !token.Allows(scopes))
            throw new RequestException(ProblemTypes.NarrowToken, DescribeMissing(token, scopes));
    }

    /// <summary>Requires a token that isn't limited to certain emulators.</summary>
    /// <exception cref="RequestException">The request's token is limited.</exception>
    public static void DemandEveryEmulator(HttpContext context)
    {
        if (context.Features.Get<AccessToken>() is { ReachesAll: false } token)
        {
            throw new RequestException(ProblemTypes.NarrowToken,
                $"The token {token.Name} allows certain emulators only; this request needs all.");
        }
    }

    /// <summary>Returns whether the request may use this emulator.</summary>
    public static bool Reaches(HttpContext context, string emulator) => context.Features.Get<AccessToken>()?.Reaches(emulator) ?? true;

    private Task ServeAsync(HttpContext context, TicketResult? result, AccessToken? token)
    {
        if (token is not null)
        {
            context.Features.Set(token);
            RequestOrigin.Current = token;
            CountedInput.Of(context).Trust();
        }

        return result?.Ticket is { } ticket ? TicketRun.RunAsync(context, ticket, next) : next(context);
    }

    // Paths without an emulator use the default one.
    private static string EmulatorOf(HttpContext context) => context.Request.RouteValues["emulator"] as string ?? "default";

    private static string DescribeMissing(AccessToken token, Scope scopes) =>
        $"The token {token.Name} allows {ScopeNames.Of(token.Scopes)}; this request needs {ScopeNames.Of(scopes)}.";

    private static string WithAdvice(Endpoint endpoint, string sentence) =>
        endpoint.Metadata.GetMetadata<TokenAdvice>() is { } advice ? $"{sentence} {advice.Sentence}" : sentence;

    private static Task Refuse(HttpContext context, ProblemType type, string challenge, string sentence)
    {
        context.Response.Headers.WWWAuthenticate = challenge;
        return Problem.WriteAsync(context, type, sentence);
    }
}
