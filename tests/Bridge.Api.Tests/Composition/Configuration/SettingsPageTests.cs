using System.Globalization;
using System.Reflection;
using System.Text.RegularExpressions;
using Bridge.Api.Composition.Configuration;
using Bridge.Api.Features.Doors;

namespace Bridge.Api.Tests.Composition.Configuration;

/// <summary>Compares docs/settings.md with the options and with the variables that the script and Compose read.</summary>
public sealed partial class SettingsPageTests
{
    private static readonly string[][] Rows = [.. File.ReadLines(RepositoryRoot.Combine("docs", "settings.md"))
        .Where(line => line.StartsWith("| `", StringComparison.Ordinal))
        .Select(line => line.Trim('|').Split('|', StringSplitOptions.TrimEntries))];

    [Fact]
    public void Every_option_has_a_row_and_every_row_has_an_option() =>
        Assert.Equal(
            Settings().Select(setting => setting.Name).Order(StringComparer.Ordinal),
            RowsOf("Bridge:").Select(cells => cells[0].Trim('`')).Order(StringComparer.Ordinal));

    [Fact]
    public void Every_default_in_the_table_is_the_default_of_its_option() =>
        Assert.All(Settings().Where(setting => setting.Default is not null and not ""), setting =>
        {
            var documented = RowsOf("Bridge:").Single(cells => cells[0] == $"`{setting.Name}`")[1];
            Assert.Contains(Quoted().Matches(documented), match => IsSame(match.Groups[1].Value, setting.Default!));
        });

    [Fact]
    public void Every_variable_of_the_script_and_of_compose_has_a_row_and_the_reverse()
    {
        var sources = Directory.GetFiles(RepositoryRoot.Combine("lua", "bridge"), "*.lua", SearchOption.AllDirectories)
            .Append(RepositoryRoot.Combine("lua", "bridge.lua")).Append(RepositoryRoot.Combine("docker-compose.yml"));
        Assert.Equal(
            sources.SelectMany(file => Variable().Matches(File.ReadAllText(file))).Select(match => match.Value).Distinct()
                .Order(StringComparer.Ordinal),
            RowsOf("BRIDGE_").Select(cells => cells[0].Trim('`')).Order(StringComparer.Ordinal));
    }

    private static IEnumerable<string[]> RowsOf(string prefix) =>
        Rows.Where(cells => cells[0].StartsWith($"`{prefix}", StringComparison.Ordinal));

    private static bool IsSame(string documented, object value) => value is TimeSpan time
        ? TimeSpan.Parse(documented, CultureInfo.InvariantCulture) == time
        : string.Equals(documented, Convert.ToString(value, CultureInfo.InvariantCulture), StringComparison.OrdinalIgnoreCase);

    private static IEnumerable<(string Name, object? Default)> Settings() =>
        SettingsOf(typeof(BridgeOptions), "Bridge", new BridgeOptions()).Distinct();

    private static IEnumerable<(string Name, object? Default)> SettingsOf(Type type, string section, object options)
    {
        foreach (var property in type.GetProperties(BindingFlags.Public | BindingFlags.Instance).Where(property => property.CanWrite))
        {
            // A setting that doors of all kinds have is one row in the table, with KIND for the name of the door.
            var owner = property.DeclaringType == typeof(DoorSettings) ? $"{section[..section.LastIndexOf(':')]}:KIND" : section;
            var name = $"{owner}:{property.Name}";
            var kind = property.PropertyType;
            if (kind.IsGenericType && kind.GetGenericTypeDefinition() == typeof(Dictionary<,>))
            {
                var item = kind.GenericTypeArguments[1];
                foreach (var setting in SettingsOf(item, $"{name}:NAME", Activator.CreateInstance(item)!))
                    yield return setting;
            }
            else if (kind == typeof(IReadOnlyList<string>))
            {
                yield return ($"{name}:0", null);
            }
            else if (kind.Namespace!.StartsWith("Bridge.", StringComparison.Ordinal))
            {
                foreach (var setting in SettingsOf(kind, name, property.GetValue(options)!))
                    yield return setting;
            }
            else
            {
                yield return (name, property.GetValue(options));
            }
        }
    }

    [GeneratedRegex("`([^`]+)`")]
    private static partial Regex Quoted();

    [GeneratedRegex("BRIDGE_[A-Z_]+")]
    private static partial Regex Variable();
}
