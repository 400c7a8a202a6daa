namespace Bridge.Api.Hosting;

/// <summary>What is short to type on the command line for settings of the bridge.</summary>
internal static class CommandLineAliases
{
    private static readonly Dictionary<string, string> Settings = new()
    {
        ["--unix"] = "Bridge:Unix:Path",
        ["--raw"] = "Bridge:Raw:Address",
        ["--raw-unix"] = "Bridge:Raw:Unix:Path",
    };

    public static void AddShortNames(this IConfigurationBuilder settings, string[] arguments) =>
        // With names to look for, .NET would take anything else behind a single - for an error.
        settings.AddCommandLine(
            [.. arguments.Where(argument => !argument.StartsWith('-') || argument.StartsWith("--", StringComparison.Ordinal))], Settings);
}
