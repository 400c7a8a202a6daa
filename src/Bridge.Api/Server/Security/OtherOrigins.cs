using Microsoft.AspNetCore.Cors.Infrastructure;

namespace Bridge.Api.Server.Security;

/// <summary>
/// Enables CORS for the sites in <c>Bridge:Origins</c>. <see cref="BrowserGuard"/> has refused all other sites; without configured sites
/// no CORS header is ever sent.
/// </summary>
internal static class OtherOrigins
{
    // The headers that pages need besides those that every page may read.
    private static readonly string[] Exposed = ["Emulator-Frame", "ETag", "Location", "Retry-After"];

    public static void AddOtherOrigins(this IServiceCollection services)
    {
        services.AddCors();
        services.AddOptions<CorsOptions>().Configure<SecurityOptions>((cors, security) => cors.AddDefaultPolicy(policy => policy
            .WithOrigins([.. security.Origins])
            .WithMethods("GET", "POST", "PUT", "DELETE")
            .WithHeaders("Authorization", "Content-Type", "Idempotency-Key", "If-None-Match", "Last-Event-ID")
            .WithExposedHeaders(Exposed)
            .SetPreflightMaxAge(TimeSpan.FromMinutes(10))));
    }

    /// <summary>Adds CORS headers for pages of those sites, and responds to their preflights.</summary>
    public static void UseOtherOrigins(this IApplicationBuilder app) =>
        // Only for requests with an origin: the middleware resolves a service, which creates a DI scope for each request.
        app.UseWhen(context => context.Request.Headers.Origin.Count > 0, pages => pages.UseCors());

    /// <summary>Returns whether a text is an origin as browsers send it; origins are compared character by character.</summary>
    public static bool IsOrigin(string text) =>
        Uri.TryCreate(text, UriKind.Absolute, out var uri) && uri.Host.Length > 0 && uri.GetLeftPart(UriPartial.Authority) == text;
}
