using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using System.Text.RegularExpressions;

namespace Bridge.Api.Json;

/// <summary>The member of a body that the serializer's path leads to.</summary>
/// <param name="Path">The whole of it, like <c>steps[2].hold</c>.</param>
/// <param name="Owner">What it is a member of; empty: the body.</param>
/// <param name="Name">What a sentence calls it.</param>
/// <param name="IsKnown">False: there is no such member, and <paramref name="Type"/> is that of its owner.</param>
/// <param name="Got">The JSON that stands there.</param>
/// <param name="Type">What belongs there.</param>
internal sealed partial record BodyMember(string Path, string Owner, string Name, bool IsKnown, string Got, JsonTypeInfo Type)
{
    /// <summary>
    /// Follows a path like <c>$.steps[2].hold</c> as far as it is known; what is wrong inside a list of plain values is told of the list.
    /// </summary>
    public static BodyMember Find(string path, JsonElement body, JsonTypeInfo type)
    {
        var whole = path.StartsWith("$.", StringComparison.Ordinal) ? path[2..] : path[1..];
        var (name, element) = ("", (JsonElement?)body);
        foreach (Match step in Step().Matches(path))
        {
            if (step.Groups["index"] is { Success: true } index)
            {
                if (type.ElementType is not { } elements
                    || type.Options.GetTypeInfo(elements) is not { Kind: JsonTypeInfoKind.Object } inner)
                    break;
                var at = int.Parse(index.ValueSpan, null);
                element = element is { ValueKind: JsonValueKind.Array } list && at < list.GetArrayLength() ? list[at] : null;
                (name, type) = ($"{name}[{at}]", inner);
                continue;
            }

            var key = step.Groups["name"].Value;
            if (type.Properties.FirstOrDefault(property => property.Name == key) is not { } member)
                return new BodyMember(whole, name, key, IsKnown: false, "", type);
            element = element is { ValueKind: JsonValueKind.Object } owner && owner.TryGetProperty(key, out var value) ? value : null;
            (name, type) = (name.Length == 0 ? key : $"{name}.{key}", type.Options.GetTypeInfo(member.PropertyType));
        }

        return new BodyMember(whole, "", name.Length == 0 ? "The body" : name, IsKnown: true, element?.GetRawText() ?? "nothing", type);
    }

    /// <summary>What a value of this type looks like in JSON, in words.</summary>
    public static string Kind(JsonTypeInfo type) => type.Kind switch
    {
        JsonTypeInfoKind.Object => $"an object with {string.Join(", ", type.Properties.Select(property => property.Name))}",
        JsonTypeInfoKind.Enumerable when type.Options.GetTypeInfo(type.ElementType!) is { Kind: JsonTypeInfoKind.Object } element =>
            $"a list of objects with {string.Join(", ", element.Properties.Select(property => property.Name))}",
        JsonTypeInfoKind.Enumerable => "a list of strings",
        _ => (Nullable.GetUnderlyingType(type.Type) ?? type.Type) switch
        {
            { } t when t == typeof(bool) => "true or false",
            { } t when t == typeof(int) || t == typeof(long) => "a whole number",
            { } t when t == typeof(double) => "a number",
            _ => "a string",
        },
    };

    [GeneratedRegex(@"\.(?<name>[^.\[]+)|\[(?<index>\d+)\]|\['(?<name>.*?)'\]")]
    private static partial Regex Step();
}
