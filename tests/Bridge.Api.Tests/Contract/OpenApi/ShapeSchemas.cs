using System.Reflection;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;

namespace Bridge.Api.Tests.Contract.OpenApi;

/// <summary>Converts the types of responses into schemas.</summary>
internal sealed class ShapeSchemas(SchemaBook book)
{
    private static readonly NullabilityInfoContext Nullability = new();

    public JsonObject Of(Type type) => ShapeLimits.Simple(type)
        ?? (IsDictionary(type)
            ? new JsonObject { ["type"] = "object", ["additionalProperties"] = Of(type.GetGenericArguments()[1]) }
            : ElementOf(type) is { } element ? List(Of(element)) : book.Refer(type.Name, () => Object(type)));

    private JsonObject Object(Type type)
    {
        var (required, properties) = (new JsonArray(), new JsonObject());
        foreach (var property in type.GetProperties(BindingFlags.Instance | BindingFlags.Public))
        {
            var name = JsonNamingPolicy.CamelCase.ConvertName(property.Name);
            var mayBeLeftOut = property.GetCustomAttribute<JsonIgnoreAttribute>() is { Condition: JsonIgnoreCondition.WhenWritingNull };
            var schema = MemberOf(type, name, property.PropertyType);
            if (!mayBeLeftOut)
                required.Add(name);
            properties[name] = IsNullable(property) && !mayBeLeftOut ? SchemaBook.OrNull(schema) : schema;
        }

        var result = new JsonObject { ["type"] = "object" };
        if (required.Count > 0)
            result["required"] = required;
        result["properties"] = properties;
        // Members may be added, so a client has to ignore those that it doesn't know.
        return result;
    }

    private JsonObject MemberOf(Type owner, string name, Type type)
    {
        var plain = Nullable.GetUnderlyingType(type) ?? type;
        if (ElementOf(plain) is { } element && Nullable.GetUnderlyingType(element) is { } number)
            return List(SchemaBook.OrNull(Of(number)));
        if (ElementOf(plain) is { } each)
            return List(ShapeLimits.Of(book, owner, name, each) ?? Of(each));
        return ShapeLimits.Of(book, owner, name, plain) ?? Of(plain);
    }

    private static JsonObject List(JsonObject items) => new() { ["type"] = "array", ["items"] = items };

    private static bool IsNullable(PropertyInfo property) => Nullable.GetUnderlyingType(property.PropertyType) is not null
        || (!property.PropertyType.IsValueType && Nullability.Create(property).ReadState == NullabilityState.Nullable);

    private static bool IsDictionary(Type type) =>
        type.IsGenericType && type.GetGenericTypeDefinition() == typeof(IReadOnlyDictionary<,>);

    private static Type? ElementOf(Type type) =>
        type.IsGenericType && type.GetGenericTypeDefinition() == typeof(IReadOnlyList<>) ? type.GetGenericArguments()[0] : null;
}
