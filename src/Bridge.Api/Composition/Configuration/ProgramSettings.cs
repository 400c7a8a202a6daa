using System.Text.Json;
using Bridge.Api.Contract.Errors;
using Microsoft.Extensions.Configuration.Json;
using Microsoft.Extensions.Configuration.Memory;

namespace Bridge.Api.Composition.Configuration;

/// <summary>
/// The sources of settings; each overrides those before it: the defaults here, <c>appsettings.json</c> beside the program, the file that
/// <c>--settings</c> names, the environment, the command line. No settings are read from the current folder.
/// </summary>
internal static class ProgramSettings
{
    /// <summary>The setting that names a JSON file with further settings.</summary>
    public const string File = "settings";

    /// <summary>The setting that says why changes of the files aren't followed. Not set if they are.</summary>
    public const string NotFollowed = "settingsNotFollowed";

    // .NET's setting for the file beside the program.
    private const string FollowsFiles = "hostBuilder:reloadConfigOnChange";

    /// <summary>The defaults that ASP.NET and Serilog don't have by themselves, by setting.</summary>
    public static IReadOnlyDictionary<string, string?> Defaults { get; } = new Dictionary<string, string?>
    {
        ["Urls"] = "http://localhost:7185",
        ["Serilog:MinimumLevel:Default"] = "Information",
        ["Serilog:MinimumLevel:Override:Microsoft"] = "Warning",
        ["Serilog:MinimumLevel:Override:System"] = "Warning",
        ["Serilog:MinimumLevel:Override:Microsoft.Hosting.Lifetime"] = "Information",
        ["Serilog:MinimumLevel:Override:ModelContextProtocol"] = "Warning",
    };

    /// <summary>Creates a builder that has read all settings.</summary>
    /// <param name="arguments">Settings, each as <c>--NAME=VALUE</c>.</param>
    /// <exception cref="StartException">A file of settings can't be read, or isn't JSON.</exception>
    public static WebApplicationBuilder CreateBuilder(string[] arguments)
    {
        try
        {
            var builder = CreateFollowing(arguments);
            SettingDurations.Normalize(builder.Configuration);
            return builder;
        }
        catch (InvalidDataException exception) when (exception.GetBaseException() is JsonException json)
        {
            // "Failed to load configuration from file 'PATH'."; a path may have apostrophes itself.
            var sentence = exception.Message;
            var path = sentence[(sentence.IndexOf('\'', StringComparison.Ordinal) + 1)..sentence.LastIndexOf('\'')];
            throw new StartException(
                $"The settings in {path} must be JSON; line {json.LineNumber + 1} isn't, from byte "
                + $"{json.BytePositionInLine + 1} on.", exception);
        }
    }

    private static WebApplicationBuilder CreateFollowing(string[] arguments)
    {
        try
        {
            return Create(arguments, follows: true);
        }
        catch (IOException exception) when (TemporaryFailure.IsShortage(exception))
        {
            // The limit of inotify instances is for all programs of the account, and small.
            var builder = Create([$"--{FollowsFiles}=false", .. arguments], follows: false);
            builder.Configuration[NotFollowed] = exception.Message;
            return builder;
        }
    }

    private static WebApplicationBuilder Create(string[] arguments, bool follows)
    {
        var builder = WebApplication.CreateSlimBuilder([$"--{HostDefaults.ContentRootKey}={AppContext.BaseDirectory}", .. arguments]);
        var sources = builder.Configuration.Sources;
        if (builder.Configuration[File] is { Length: > 0 } file)
        {
            var beside = sources.OfType<JsonConfigurationSource>().Last();
            sources.Insert(sources.IndexOf(beside) + 1, Source(file, follows));
        }

        sources.Insert(0, new MemoryConfigurationSource { InitialData = Defaults });
        return builder;
    }

    private static JsonConfigurationSource Source(string file, bool follows)
    {
        var path = Path.GetFullPath(file);
        try
        {
            using var readable = System.IO.File.OpenRead(path);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new StartException($"--settings must be a readable JSON file; got \"{file}\".", exception);
        }

        var source = new JsonConfigurationSource { Path = path, ReloadOnChange = follows };
        source.ResolveFileProvider();
        return source;
    }
}
