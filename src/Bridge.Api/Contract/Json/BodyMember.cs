using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using System.Text.RegularExpressions;

namespace Bridge.Api.Contract.Json;

/// <summary>The member of a body at the path that the serializer reports.</summary>
/// <param name="Path">The whole path, like <c>steps[2].hold</c>.</param>
/// <param name="Owner">For an unknown member, the path of the object that has it; empty: the body. Empty for a known one.</param>
/// <param name="Name">Its name in a sentence.</param>
/// <param name="IsKnown">False if there is no such member; <paramref name="Type"/> is then the type of its owner.</param>
/// <param name="Got">The JSON of its value; empty for an unknown member.</param>
/// <param name="Type">The type that it must have.</param>
internal sealed partial record BodyMember(string Path, string Owner, string Name, bool IsKnown, string Got, JsonTypeInfo Type)
{
    /// <summary>
    /// Follows a path like <c>$.steps[2].hold</c> as far as it is known. For an error inside a list of plain values it stops at the list.
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
                    || type.Options.GetTypeInfo(elements) is not { Kind: JsonTypeInfoKind.Object or JsonTypeInfoKind.Enumerable } inner)
                    break;
                var at = int.Parse(index.ValueSpan, provider: null);
                element = element is { ValueKind: JsonValueKind.Array } list && at < list.GetArrayLength() ? list[at] : null;
                (name, type) = ($"{name}[{at}]", inner);
                continue;
            }

            var key = step.Groups["name"].Value;
            if (type.Kind == JsonTypeInfoKind.Dictionary)
            {
                element = element is { ValueKind: JsonValueKind.Object } names && names.TryGetProperty(key, out var named) ? named : null;
                (name, type) = ($"{name}.{key}", type.Options.GetTypeInfo(type.ElementType!));
                continue;
            }

            if (type.Properties.FirstOrDefault(property => property.Name == key) is not { } member)
                return new BodyMember(whole, Owner: name, Name: key, IsKnown: false, Got: "", type);
            element = element is { ValueKind: JsonValueKind.Object } owner && owner.TryGetProperty(key, out var value) ? value : null;
            (name, type) = (name.Length == 0 ? key : $"{name}.{key}", type.Options.GetTypeInfo(member.PropertyType));
        }

        return new BodyMember(
            whole, Owner: "", name.Length == 0 ? "The body" : name, IsKnown: true, element?.GetRawText() ?? "nothing", type);
    }

    /// <summary>Describes in words which JSON a value of this type takes.</summary>
    public static string Kind(JsonTypeInfo type) => type.Kind switch
    {
        JsonTypeInfoKind.Object => $"an object with {string.Join(", ", type.Properties.Select(property => property.Name))}",
        JsonTypeInfoKind.Enumerable when type.Options.GetTypeInfo(type.ElementType!) is { Kind: JsonTypeInfoKind.Object } element =>
            $"a list of objects with {string.Join(", ", element.Properties.Select(property => property.Name))}",
        JsonTypeInfoKind.Enumerable when type.Options.GetTypeInfo(type.ElementType!).Kind == JsonTypeInfoKind.Enumerable =>
            "a list of lists of strings",
        JsonTypeInfoKind.Enumerable when IsWhole(type.ElementType!) => "a list of whole numbers",
        JsonTypeInfoKind.Enumerable => "a list of strings",
        JsonTypeInfoKind.Dictionary when type.Options.GetTypeInfo(type.ElementType!) is { Kind: JsonTypeInfoKind.Object } element =>
            $"an object of names and objects with {string.Join(", ", element.Properties.Select(property => property.Name))}",
        JsonTypeInfoKind.Dictionary => "an object of names and strings",
        _ => (Nullable.GetUnderlyingType(type.Type) ?? type.Type) switch
        {
            { } t when t == typeof(bool) => "true or false",
            { } t when IsWhole(t) => "a whole number",
            { } t when t == typeof(double) => "a number",
            _ => "a string",
        },
    };

    private static bool IsWhole(Type type) =>
        (Nullable.GetUnderlyingType(type) ?? type) is var plain && (plain == typeof(int) || plain == typeof(long));

    [GeneratedRegex(@"\.(?<name>[^.\[]+)|\[(?<index>\d+)\]|\['(?<name>.*?)'\]")]
    private static partial Regex Step();
}
