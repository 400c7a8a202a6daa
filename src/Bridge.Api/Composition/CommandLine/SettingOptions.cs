using System.CommandLine;
using Bridge.Api.Composition.Configuration;
using Bridge.Api.Contract.Errors;

namespace Bridge.Api.Composition.CommandLine;

/// <summary>The settings that a command takes: short options for the common ones, and any other as <c>--NAME=VALUE</c>.</summary>
internal sealed class SettingOptions
{
    // Settings of .NET's host that are not in a section.
    private static readonly string[] HostSettings =
        [ProgramSettings.File, "urls", "contentRoot", "environment", "applicationName", "http_ports", "https_ports"];

    private static readonly string[] Sections = ["Bridge", "Kestrel", "Serilog"];

    private static readonly SettingOption[] All =
    [
        new("--settings", ProgramSettings.File, "FILE", "A JSON file with settings, as docs/settings.md lists them."),
        new("--urls", "Urls", "ADDRESSES", "The addresses to listen on, separated by semicolons."),
        new("--unix", "Bridge:Unix:Path", "PATH", "Serves HTTP on this Unix socket as well (Linux)."),
        new("--raw", "Bridge:Raw:Address", "ADDRESS", "Serves messages without HTTP on this address, like 127.0.0.1:7186."),
        new("--raw-unix", "Bridge:Raw:Unix:Path", "PATH", "Serves messages without HTTP on this Unix socket (Linux)."),
        new("--script-host", "Bridge:Emulators:default:Host", "HOST", "The machine that mGBA runs on.", "127.0.0.1"),
        new("--script-port", "Bridge:Emulators:default:Port", "PORT", "The port of the script in mGBA.", "8888"),
        new("--roms", "Bridge:RomFolder", "DIR", "The folder of games that clients may load by name."),
        new("--states", "Bridge:StateFolder", "DIR", "The folder of named save states, by default in your data folder."),
        new("--log-format", "Bridge:LogFormat", "FORMAT", "console for people, json for programs.", "console"),
    ];

    private readonly List<(SettingOption Setting, Option<string[]> Option)> _options = [];
    private readonly Argument<string[]> _others = new("SETTING")
    {
        Description = "Any other setting as --NAME=VALUE, like --Bridge:Drain=5s.",
        Arity = ArgumentArity.ZeroOrMore,
    };

    /// <summary>Adds the options to <paramref name="command"/>.</summary>
    public SettingOptions(Command command)
    {
        foreach (var setting in All)
        {
            // If an option is given twice, the last one counts, as for .NET's own settings.
            var option = new Option<string[]>(setting.Name) { Description = setting.Description, HelpName = setting.HelpName };
            if ((setting.Default ?? ProgramSettings.Defaults.GetValueOrDefault(setting.Key)) is { } value)
                option.DefaultValueFactory = _ => [value];
            _options.Add((setting, option));
            command.Options.Add(option);
        }

        command.Arguments.Add(_others);
    }

    /// <summary>Returns the settings that were given, each as <c>--NAME=VALUE</c>.</summary>
    /// <exception cref="StartException">An option is unknown or has no value.</exception>
    public string[] Read(ParseResult parsed)
    {
        var given = _options.Where(each => parsed.GetResult(each.Option) is { Implicit: false })
            .Select(each => $"--{each.Setting.Key}={parsed.GetRequiredValue(each.Option)[^1]}").ToList();
        var others = parsed.GetValue(_others) ?? [];
        for (var i = 0; i < others.Length; i++)
        {
            if (!others[i].StartsWith("--", StringComparison.Ordinal))
                throw new StartException($"Unknown command or option \"{others[i]}\"; bridge --help lists all.");
            // --NAME=VALUE, or --NAME and then VALUE.
            var (name, value) = others[i][2..].Split('=', 2) is [var before, var after] ? (before, after)
                : (others[i][2..], i + 1 < others.Length ? others[++i] : null);
            if (!IsSetting(name))
                throw new StartException($"Unknown option \"--{name}\"; {Hint(name)}");
            given.Add(value is null ? throw new StartException($"--{name} requires a value.") : $"--{name}={value}");
        }

        return [.. given];
    }

    private static string Hint(string name)
    {
        if (name.Equals("port", StringComparison.OrdinalIgnoreCase))
            return "did you mean --urls http://localhost:PORT?";
        var nearest = All.MinBy(setting => SettingNames.Typos(setting.Name, $"--{name}"))!.Name;
        return SettingNames.Typos(nearest, $"--{name}") <= 2 ? $"did you mean {nearest}?" : "bridge --help lists all.";
    }

    // The options binder refuses unknown settings within a section.
    private static bool IsSetting(string name) =>
        HostSettings.Contains(name, StringComparer.OrdinalIgnoreCase)
        || name.StartsWith("OTEL_", StringComparison.Ordinal)
        || Sections.Contains(name.Split(':')[0], StringComparer.OrdinalIgnoreCase);

    /// <summary>A short option for a setting.</summary>
    private sealed record SettingOption(string Name, string Key, string HelpName, string Description, string? Default = null);
}
