using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using ModelContextProtocol.Protocol;

namespace Bridge.Api.Features.Mcp;

/// <summary>Creates the results of tools: with structured content or with pictures, because clients drop pictures beside it.</summary>
internal static class ToolResult
{
    private const string Png = "image/png";

    /// <summary>Returns a value as structured content, and as text for clients that don't support structured content.</summary>
    public static CallToolResult Structured<T>(T value, JsonTypeInfo<T> type)
    {
        var json = JsonSerializer.SerializeToElement(value, type);
        return new CallToolResult { Content = [Text(json.GetRawText())], StructuredContent = json };
    }

    /// <summary>Returns a picture, unless it is empty, and then a value as text.</summary>
    public static CallToolResult Seen<T>(ReadOnlyMemory<byte> picture, T value, JsonTypeInfo<T> type)
    {
        var text = Text(JsonSerializer.Serialize(value, type));
        return new CallToolResult { Content = picture.IsEmpty ? [text] : [Picture(picture), text] };
    }

    /// <summary>Returns the pictures on the way, each after its text; then the last picture, and a value as text.</summary>
    public static CallToolResult Seen<T>(
        IEnumerable<(string Text, byte[]? Png)> onTheWay, ReadOnlyMemory<byte> picture, T value, JsonTypeInfo<T> type)
    {
        var result = Seen(picture, value, type);
        result.Content = [.. onTheWay.SelectMany<(string Text, byte[]? Png), ContentBlock>(
            each => each.Png is null ? [Text(each.Text)] : [Text(each.Text), Picture(each.Png)]), .. result.Content];
        return result;
    }

    /// <summary>Returns all pictures, and then a value as text.</summary>
    public static CallToolResult Seen<T>(IEnumerable<byte[]> pictures, T value, JsonTypeInfo<T> type) =>
        new() { Content = [.. pictures.Select(png => Picture(png)), Text(JsonSerializer.Serialize(value, type))] };

    /// <summary>Returns an error as text, because clients drop the structured content of errors.</summary>
    public static CallToolResult Error(string sentences) => new() { IsError = true, Content = [Text(sentences)] };

    private static TextContentBlock Text(string text) => new() { Text = text };

    private static ImageContentBlock Picture(ReadOnlyMemory<byte> png) => ImageContentBlock.FromBytes(png, Png);
}
