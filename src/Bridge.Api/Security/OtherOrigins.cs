using Microsoft.AspNetCore.Cors.Infrastructure;

namespace Bridge.Api.Security;

/// <summary>
/// CORS for the sites in <c>Bridge:Origins</c>. Every other one has been refused by <see cref="BrowserGuard"/>; without any, no header of
/// it is ever sent.
/// </summary>
internal static class OtherOrigins
{
    // What a page needs besides what every page may read.
    private static readonly string[] Exposed = ["Emulator-Frame", "ETag", "Location", "Retry-After"];

    public static void AddOtherOrigins(this IServiceCollection services)
    {
        services.AddCors();
        services.AddOptions<CorsOptions>().Configure<SecurityOptions>((cors, security) => cors.AddDefaultPolicy(policy => policy
            .WithOrigins([.. security.Origins])
            .WithMethods("GET", "POST", "PUT", "DELETE")
            .WithHeaders("Authorization", "Content-Type", "If-None-Match", "Last-Event-ID")
            .WithExposedHeaders(Exposed)
            .SetPreflightMaxAge(TimeSpan.FromMinutes(10))));
    }

    /// <summary>Answers pages of those sites, and their preflights.</summary>
    public static void UseOtherOrigins(this IApplicationBuilder app) =>
        // Not for every request: the middleware takes a service, which costs each of them a scope.
        app.UseWhen(context => context.Request.Headers.Origin.Count > 0, pages => pages.UseCors());

    /// <summary>Whether this is an origin as browsers send it, which is compared letter by letter.</summary>
    public static bool IsOrigin(string text) =>
        Uri.TryCreate(text, UriKind.Absolute, out var uri) && uri.Host.Length > 0 && uri.GetLeftPart(UriPartial.Authority) == text;
}
