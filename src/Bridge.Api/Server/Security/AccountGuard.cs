using Bridge.Api.Contract.Errors;

namespace Bridge.Api.Server.Security;

/// <summary>Refuses every request over a connection that another account has opened, on every path. The first check of a request.</summary>
/// <remarks>Liveness and readiness stay open to all accounts, as they do with tokens.</remarks>
internal sealed class AccountGuard(RequestDelegate next)
{
    private static readonly PathString Live = "/health/live";
    private static readonly PathString Ready = "/health/ready";

    public Task InvokeAsync(HttpContext context)
    {
        if (context.Features.Get<ForeignAccount>() is not { } account || context.Request.Path == Live || context.Request.Path == Ready)
            return next(context);
        SafeHeaders.Set(context);
        return Problem.WriteAsync(context, ProblemTypes.ForeignUser, account.Sentence);
    }
}
