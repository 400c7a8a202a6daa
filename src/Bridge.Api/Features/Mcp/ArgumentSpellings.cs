using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Bridge.Api.Contract.Parsing;

namespace Bridge.Api.Features.Mcp;

/// <summary>
/// Rewrites arguments that have only one meaning into the form of their schema. Clients and models send lists as JSON text, one string
/// where a list is asked, numbers and booleans as text, addresses as numbers, and null for an argument that they leave out. Everything
/// else stays as it is, so that the strict reader refuses it.
/// </summary>
internal static class ArgumentSpellings
{
    private const string Address = "address";

    private static readonly JsonDocumentOptions Strict = new() { AllowDuplicateProperties = false };

    // Strings that are an address or a symbol. A number can only be the former.
    private static readonly HashSet<string> Addresses = [Address, "to", "set", "writerOf"];

    /// <summary>Writes a member of an object of this type; nothing if it is null.</summary>
    public static void WriteMember(Utf8JsonWriter output, string name, JsonElement given, JsonTypeInfo owner)
    {
        var member = owner.Properties.FirstOrDefault(property => property.Name == name);
        if (member is not null && given.ValueKind == JsonValueKind.Null)
            return;
        output.WritePropertyName(name);
        // A member with a converter reads its spellings itself.
        if (member is null || member.CustomConverter is not null)
            given.WriteTo(output);
        else if (Addresses.Contains(name) && AddressIn(given) is { } address)
            output.WriteStringValue(address);
        else
            Write(output, given, owner.Options.GetTypeInfo(member.PropertyType), name);
    }

    private static void Write(Utf8JsonWriter output, JsonElement given, JsonTypeInfo type, string name)
    {
        switch (type.Kind)
        {
            case JsonTypeInfoKind.Object:
                WriteObject(output, given, type, name);
                break;
            case JsonTypeInfoKind.Enumerable:
                WriteList(output, given, type.Options.GetTypeInfo(type.ElementType!), name);
                break;
            default:
                WriteValue(output, given, Nullable.GetUnderlyingType(type.Type) ?? type.Type);
                break;
        }
    }

    private static void WriteObject(Utf8JsonWriter output, JsonElement given, JsonTypeInfo type, string name)
    {
        // Null: it is no object, also not in the form of JSON text.
        var members = given.ValueKind == JsonValueKind.Object ? given : Parse(given, '{');
        if (members is null && IsLine(given, type))
        {
            TextForms.Write(output, given.GetString()!, type.Type, name);
            return;
        }

        if (members is null && !IsPlace(given, type))
        {
            given.WriteTo(output);
            return;
        }

        output.WriteStartObject();
        if (members is null)
            WriteMember(output, Address, given, type);
        else
            foreach (var member in members.Value.EnumerateObject())
                WriteMember(output, member.Name, member.Value, type);
        output.WriteEndObject();
    }

    private static void WriteList(Utf8JsonWriter output, JsonElement given, JsonTypeInfo elements, string name)
    {
        // Null: it is no list, also not in the form of JSON text.
        var list = given.ValueKind == JsonValueKind.Array ? given : Parse(given, '[');
        var staysAsItIs = list is null
            ? !IsElement(given, elements)
            : given.ValueKind == JsonValueKind.String && IsChain(list.Value, elements);
        if (staysAsItIs)
        {
            given.WriteTo(output);
            return;
        }

        output.WriteStartArray();
        if (list is null)
            Write(output, given, elements, name);
        else
            foreach (var element in list.Value.EnumerateArray())
                Write(output, element, elements, name);
        output.WriteEndArray();
    }

    private static void WriteValue(Utf8JsonWriter output, JsonElement given, Type type)
    {
        var text = given.ValueKind == JsonValueKind.String ? given.GetString()!.Trim() : "";
        if (type == typeof(bool) && bool.TryParse(text, out var flag))
            output.WriteBooleanValue(flag);
        else if (type != typeof(int) && type != typeof(long) && type != typeof(double))
            given.WriteTo(output);
        else if (text.StartsWith("0x", StringComparison.OrdinalIgnoreCase)
            && long.TryParse(text.AsSpan(2), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var number) && number >= 0)
            output.WriteNumberValue(number);
        else
            (Parse(text) is { ValueKind: JsonValueKind.Number } parsed ? parsed : given).WriteTo(output);
    }

    // One string where a list of strings is asked, and one object where a list of objects is.
    private static bool IsElement(JsonElement given, JsonTypeInfo elements) => elements.Kind == JsonTypeInfoKind.Object
        ? given.ValueKind == JsonValueKind.Object || IsPlace(given, elements) || Parse(given, '{') is not null || IsLine(given, elements)
        : elements.Type == typeof(string) && given.ValueKind == JsonValueKind.String;

    // "[33554440]" can be a list of one address, or the address that the pointer there holds.
    private static bool IsChain(JsonElement list, JsonTypeInfo elements) =>
        HasAddress(elements) && list.EnumerateArray().Any(element => element.ValueKind == JsonValueKind.Number);

    // A line as TextForms reads it, where an object is asked.
    private static bool IsLine(JsonElement given, JsonTypeInfo type) =>
        given.ValueKind == JsonValueKind.String && TextForms.IsFor(type.Type) && !given.GetString()!.TrimStart().StartsWith('{');

    // An address alone, where an object with an address is asked.
    private static bool IsPlace(JsonElement given, JsonTypeInfo type) =>
        HasAddress(type) && (given.ValueKind == JsonValueKind.String
        ? !given.GetString()!.TrimStart().StartsWith('{') : AddressIn(given) is not null);

    private static bool HasAddress(JsonTypeInfo type) => type.Properties.Any(property => property.Name == Address);

    private static string? AddressIn(JsonElement given) =>
        given.ValueKind == JsonValueKind.Number && given.TryGetDouble(out var number) && double.IsInteger(number)
            && number is >= 0 and <= uint.MaxValue ? Parameters.Hex((uint)number) : null;

    private static JsonElement? Parse(JsonElement given, char first) =>
        given.ValueKind == JsonValueKind.String && given.GetString()!.Trim() is var text && text.StartsWith(first) ? Parse(text) : null;

    private static JsonElement? Parse(string text)
    {
        try
        {
            using var document = JsonDocument.Parse(text, Strict);
            return document.RootElement.Clone();
        }
        catch (JsonException)
        {
            return null;
        }
    }
}
