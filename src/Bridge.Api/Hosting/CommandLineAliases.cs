namespace Bridge.Api.Hosting;

/// <summary>Adds command-line aliases for settings of the bridge.</summary>
internal static class CommandLineAliases
{
    private static readonly Dictionary<string, string> Settings = new()
    {
        ["--unix"] = "Bridge:Unix:Path",
        ["--raw"] = "Bridge:Raw:Address",
        ["--raw-unix"] = "Bridge:Raw:Unix:Path",
    };

    public static void AddShortNames(this IConfigurationBuilder settings, string[] arguments) =>
        // With aliases, .NET would report every other argument that starts with a single - as an error.
        settings.AddCommandLine(
            [.. arguments.Where(argument => !argument.StartsWith('-') || argument.StartsWith("--", StringComparison.Ordinal))], Settings);
}
