namespace Bridge.Api.Server.Inline;

/// <summary>
/// Marks an endpoint that may run on a socket thread: it never blocks, and uses at most some tens of microseconds of the thread before
/// and after the emulator's reply.
/// </summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class RunInlineAttribute : Attribute;

/// <summary>Marks endpoints with <see cref="RunInlineAttribute"/>.</summary>
internal static class RunInlineMark
{
    private static readonly RunInlineAttribute Mark = new();

    /// <summary>
    /// Marks an endpoint if inline scheduling is on, so that without it no request runs inline.
    /// </summary>
    public static TBuilder RunInline<TBuilder>(this TBuilder endpoint)
        where TBuilder : IEndpointConventionBuilder
    {
        endpoint.Add(static builder =>
        {
            if (builder.ApplicationServices.GetRequiredService<InlineSchedulingOptions>().IsOn)
                builder.Metadata.Add(Mark);
        });
        return endpoint;
    }
}
