using System.Text;
using Microsoft.AspNetCore.Http.Json;
using Microsoft.Extensions.Options;

namespace Bridge.Api.Server.Responses;

/// <summary>
/// Writes what a handler returns as a whole, with a Content-Length. ASP.NET Core itself flushes the body and then the end of the last
/// chunk: two writes, and two reads of the client.
/// </summary>
internal sealed class BufferedResponseFilter(IOptions<JsonOptions> json) : IEndpointFilter
{
    public async ValueTask<object?> InvokeAsync(EndpointFilterInvocationContext context, EndpointFilterDelegate next)
    {
        var result = await next(context);
        var response = context.HttpContext.Response;
        // A 201 response also needs the header Location, so ASP.NET Core writes it.
        if (result is IValueHttpResult { Value: { } value }
            and IStatusCodeHttpResult { StatusCode: { } status and not StatusCodes.Status201Created })
            (response.StatusCode, result) = (status, value);
        if (result is null or IResult)
            return result;
        if (result is string text)
            BufferedResponse.WriteBytes(response, Encoding.UTF8.GetBytes(text), "text/plain; charset=utf-8");
        else
            BufferedResponse.Write(response, result, json.Value.SerializerOptions.GetTypeInfo(result.GetType()));
        return Results.Empty;
    }
}
