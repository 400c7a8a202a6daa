using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using ModelContextProtocol.Protocol;

namespace Bridge.Api.Features.Mcp;

/// <summary>
/// Creates the results of tools: with structured content, or with pictures and text. Clients drop pictures beside structured content.
/// </summary>
internal static class ToolResult
{
    private const string PngMediaType = "image/png";

    /// <summary>Returns a value as structured content, and as text for clients that don't support structured content.</summary>
    public static CallToolResult Structured<T>(T value, JsonTypeInfo<T> type)
    {
        var json = JsonSerializer.SerializeToElement(value, type);
        return new CallToolResult { Content = [Text(json.GetRawText())], StructuredContent = json };
    }

    /// <summary>Returns a picture, unless it is empty, and then a value as text.</summary>
    public static CallToolResult WithPicture<T>(ReadOnlyMemory<byte> picture, T value, JsonTypeInfo<T> type)
    {
        var text = Text(JsonSerializer.Serialize(value, type));
        return new CallToolResult { Content = picture.IsEmpty ? [text] : [Picture(picture), text] };
    }

    /// <summary>
    /// Returns the pictures before the last one, each after its text (a text may have none); then the last picture, unless it is empty,
    /// and a value as text.
    /// </summary>
    public static CallToolResult WithPictures<T>(
        IEnumerable<(string Text, byte[]? Png)> earlier, ReadOnlyMemory<byte> picture, T value, JsonTypeInfo<T> type)
    {
        var result = WithPicture(picture, value, type);
        result.Content = [.. earlier.SelectMany<(string Text, byte[]? Png), ContentBlock>(
            each => each.Png is null ? [Text(each.Text)] : [Text(each.Text), Picture(each.Png)]), .. result.Content];
        return result;
    }

    /// <summary>Returns all pictures, and then a value as text.</summary>
    public static CallToolResult WithPictures<T>(IEnumerable<byte[]> pictures, T value, JsonTypeInfo<T> type) =>
        new() { Content = [.. pictures.Select(png => Picture(png)), Text(JsonSerializer.Serialize(value, type))] };

    /// <summary>Returns an error as text, because clients drop the structured content of errors.</summary>
    public static CallToolResult Error(string sentences) => new() { IsError = true, Content = [Text(sentences)] };

    private static TextContentBlock Text(string text) => new() { Text = text };

    private static ImageContentBlock Picture(ReadOnlyMemory<byte> png) => ImageContentBlock.FromBytes(png, PngMediaType);
}
