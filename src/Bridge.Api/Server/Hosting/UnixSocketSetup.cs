using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace Bridge.Api.Server.Hosting;

/// <summary>Adds the Unix socket of <c>Bridge:Unix:Path</c> to the addresses of HTTP.</summary>
internal static class UnixSocketSetup
{
    private const string Addresses = "urls";

    public static void AddUnixSocket(this WebApplicationBuilder builder)
    {
        if (builder.Configuration[$"{UnixOptions.HttpSection}:Path"] is not { Length: > 0 } path || !OperatingSystem.IsLinux())
            return;
        var place = Path.GetFullPath(path);
        // Kestrel takes either addresses or endpoints, and ignores the addresses if there are both.
        if (builder.Configuration.GetSection("Kestrel:Endpoints").GetChildren().Any())
            builder.Services.Configure<KestrelServerOptions>(kestrel => kestrel.ListenUnixSocket(place));
        else
            builder.Configuration[Addresses] = $"{builder.Configuration[Addresses]};http://unix:{place}";
    }
}
