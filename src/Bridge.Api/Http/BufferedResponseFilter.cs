using System.Text;
using Microsoft.AspNetCore.Http.Json;
using Microsoft.Extensions.Options;

namespace Bridge.Api.Http;

/// <summary>
/// Writes what a handler returns as a whole, with its length before it. ASP.NET's own way flushes what it has written and then the end of
/// the last chunk: two writes, and two reads of its client.
/// </summary>
internal sealed class BufferedResponseFilter(IOptions<JsonOptions> json) : IEndpointFilter
{
    public async ValueTask<object?> InvokeAsync(EndpointFilterInvocationContext context, EndpointFilterDelegate next)
    {
        var answer = await next(context);
        var response = context.HttpContext.Response;
        // What was created has its place in a header besides, which is left to ASP.NET.
        if (answer is IValueHttpResult { Value: { } value }
            and IStatusCodeHttpResult { StatusCode: { } status and not StatusCodes.Status201Created })
            (response.StatusCode, answer) = (status, value);
        if (answer is null or IResult)
            return answer;
        if (answer is string text)
            BufferedResponse.WriteBytes(response, Encoding.UTF8.GetBytes(text), "text/plain; charset=utf-8");
        else
            BufferedResponse.Write(response, answer, json.Value.SerializerOptions.GetTypeInfo(answer.GetType()));
        return Results.Empty;
    }
}
