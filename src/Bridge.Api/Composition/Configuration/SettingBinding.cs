using System.Text.RegularExpressions;
using Bridge.Api.Contract.Errors;

namespace Bridge.Api.Composition.Configuration;

/// <summary>Binds the section <c>Bridge</c> to its options, and says in a sentence what can't be bound.</summary>
internal static partial class SettingBinding
{
    /// <exception cref="StartException">A setting is unknown, or its value can't be converted.</exception>
    public static void Bind(IConfiguration configuration, BridgeOptions options)
    {
        try
        {
            configuration.GetSection(SettingNames.Section).Bind(options, binder => binder.ErrorOnUnknownConfiguration = true);
        }
        catch (InvalidOperationException exception)
        {
            string[] unknown = [.. SettingNames.FindUnknown(configuration)];
            throw new StartException(
                unknown.Length > 0 ? string.Join(Environment.NewLine, unknown) : AboutValue(configuration, exception), exception);
        }
    }

    private static string AboutValue(IConfiguration configuration, InvalidOperationException exception) =>
        NotConverted().Match(exception.Message) is { Success: true, Groups: var parts }
            ? $"{parts["key"].Value} must be {Kind(parts["type"].Value)}; got \"{configuration[parts["key"].Value]}\"."
            : exception.Message;

    private static string Kind(string type) => type switch
    {
        "System.Boolean" => "true or false",
        "System.TimeSpan" => "a duration like 5s, 500ms or 00:00:05",
        _ => "a whole number",
    };

    // The message of .NET's ConfigurationBinder.
    [GeneratedRegex("at '(?<key>[^']+)' to type '(?<type>[^']+)'")]
    private static partial Regex NotConverted();
}
