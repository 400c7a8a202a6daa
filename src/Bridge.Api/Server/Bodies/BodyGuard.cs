using System.Globalization;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;
using Microsoft.AspNetCore.Http.Features;

namespace Bridge.Api.Server.Bodies;

/// <summary>
/// Refuses a body whose Content-Length exceeds the limit of the endpoint, or whose coding the bridge doesn't read, before reading it.
/// </summary>
internal sealed class BodyGuard(RequestDelegate next)
{
    // Kestrel discards a body up to its limit. Beyond that it resets the connection, and a client that is still sending would lose
    // the response.
    private const long MaxDiscardedBytes = 64 * 1024 * 1024;

    public Task InvokeAsync(HttpContext context)
    {
        if (context.Request.ContentLength is { } length
            && context.Features.Get<IHttpMaxRequestBodySizeFeature>() is { MaxRequestBodySize: { } max } body && length > max)
        {
            body.MaxRequestBodySize = MaxDiscardedBytes;
            return Problem.WriteAsync(context, ProblemTypes.TooLarge,
                string.Create(CultureInfo.InvariantCulture,
                    $"The body must be at most {max:N0} bytes; got {length:N0}."));
        }

        return context.GetEndpoint() is RouteEndpoint && BodyCoding.FindProblem(context.Request) is { } problem
            ? Problem.WriteAsync(context, problem.Type, problem.Message, problem.Parameter)
            : next(context);
    }
}
