using System.Globalization;
using System.Reflection;
using Bridge.Api.Composition.Configuration;
using Microsoft.Extensions.Configuration;

namespace Bridge.Api.Tests.Composition.Configuration;

public sealed class SettingDurationsTests
{
    [Theory]
    [InlineData("5", "00:00:05")]
    [InlineData("0", "00:00:00")]
    [InlineData("0.5", "00:00:00.5000000")]
    [InlineData("500ms", "00:00:00.5000000")]
    [InlineData("5s", "00:00:05")]
    [InlineData("2m", "00:02:00")]
    [InlineData("1h", "01:00:00")]
    [InlineData("24h", "1.00:00:00")]
    public void A_number_is_in_seconds_or_in_its_unit(string text, string expected) =>
        Assert.Equal(expected, SettingDurations.TryParse(text)?.ToString("c", CultureInfo.InvariantCulture));

    [Theory]
    [InlineData("")]
    [InlineData("s")]
    [InlineData("-5")]
    [InlineData("5 s")]
    [InlineData("5d")]
    [InlineData("1e3")]
    [InlineData("1,5")]
    [InlineData("25h")]
    [InlineData("00:00:05")]
    public void Other_text_is_left_to_the_binder(string text) => Assert.Null(SettingDurations.TryParse(text));

    [Fact]
    public void Durations_are_normalized_and_other_settings_are_not()
    {
        var settings = new ConfigurationBuilder().AddInMemoryCollection(new Dictionary<string, string?>
        {
            ["Bridge:Drain"] = "5",
            ["Bridge:Emulators:other:deadline"] = "500ms",
            ["Bridge:Emulators:other:Port"] = "5",
            ["Drain"] = "5",
        }).Build();
        SettingDurations.Normalize(settings);
        Assert.Equal("00:00:05", settings["Bridge:Drain"]);
        Assert.Equal("00:00:00.5000000", settings["Bridge:Emulators:other:Deadline"]);
        Assert.Equal("5", settings["Bridge:Emulators:other:Port"]);
        Assert.Equal("5", settings["Drain"]);
    }

    [Fact]
    public void The_names_are_those_of_all_options_that_are_durations() =>
        Assert.Equal(DurationsOf(typeof(BridgeOptions)).Distinct().Order(StringComparer.Ordinal), SettingDurations.Names);

    private static IEnumerable<string> DurationsOf(Type type)
    {
        foreach (var property in type.GetProperties(BindingFlags.Public | BindingFlags.Instance).Where(property => property.CanWrite))
        {
            var kind = property.PropertyType is { IsGenericType: true, GenericTypeArguments: [_, var item] } ? item : property.PropertyType;
            if (kind == typeof(TimeSpan))
                yield return property.Name;
            foreach (var name in kind.Namespace!.StartsWith("Bridge.", StringComparison.Ordinal) ? DurationsOf(kind) : [])
                yield return name;
        }
    }
}
