using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace Bridge.Api.Hosting;

/// <summary>Has HTTP spoken on a socket in the file system, too, where <c>Bridge:Unix:Path</c> says so.</summary>
internal static class UnixSocketSetup
{
    private const string Addresses = "urls";

    public static void AddUnixSocket(this WebApplicationBuilder builder)
    {
        if (builder.Configuration[$"{UnixOptions.HttpSection}:Path"] is not { Length: > 0 } path || !OperatingSystem.IsLinux())
            return;
        var place = Path.GetFullPath(path);
        // Kestrel takes either addresses or endpoints, and passes over the addresses where there are both.
        if (builder.Configuration.GetSection("Kestrel:Endpoints").GetChildren().Any())
            builder.Services.Configure<KestrelServerOptions>(kestrel => kestrel.ListenUnixSocket(place));
        else
            builder.Configuration[Addresses] = $"{builder.Configuration[Addresses]};http://unix:{place}";
    }
}
