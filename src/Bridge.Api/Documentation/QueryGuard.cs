using Bridge.Api.Errors;

namespace Bridge.Api.Documentation;

/// <summary>Refuses query parameters that the endpoint doesn't know or that are given twice, so that nothing is silently passed over.</summary>
internal sealed class QueryGuard(RequestDelegate next)
{
    public Task InvokeAsync(HttpContext context)
    {
        if (context.Request.QueryString.HasValue && context.GetEndpoint()?.Metadata.GetMetadata<AcceptedQuery>() is { } accepted)
        {
            foreach (var (name, values) in context.Request.Query)
            {
                if (accepted.Find(name) is not { } parameter)
                    return Refuse(context, name, accepted);
                if (values.Count > 1 && !parameter.Repeats)
                {
                    return Problem.WriteAsync(context, ProblemTypes.InvalidParameter,
                        $"{parameter.Name} is given {values.Count} times; it is taken once.", parameter.Name);
                }
            }
        }

        return next(context);
    }

    private static Task Refuse(HttpContext context, string name, AcceptedQuery accepted)
    {
        var known = accepted.Parameters.Length == 0
            ? "takes none"
            : $"takes {string.Join(", ", accepted.Parameters.Select(parameter => parameter.Name))}";
        return Problem.WriteAsync(context, ProblemTypes.UnknownParameter,
            $"There is no query parameter \"{name}\" here; {context.Request.Method} {context.Request.Path} {known}.", name);
    }
}
