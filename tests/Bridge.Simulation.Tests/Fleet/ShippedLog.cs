namespace Bridge.Api.Server.Diagnostics;

/// <summary>Replaces the bridge's log messages, which need ASP.NET.</summary>
internal static class Log
{
    public static void FleetNameLost(ILogger logger, string name, string holder)
    {
        if (logger.IsEnabled(LogLevel.Warning))
            throw new NotSupportedException($"{name} {holder}");
    }
}
