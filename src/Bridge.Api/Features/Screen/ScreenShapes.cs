using System.Text.Json.Serialization;

namespace Bridge.Api.Features.Screen;

/// <summary>
/// The picture in a response: a scale of 1 to 8, or a width and a height of 1 to 1,024; gray instead of colors; the format png or raw.
/// </summary>
internal sealed record ScreenRequest(int? Scale = null, int? Width = null, int? Height = null, bool? Gray = null, string? Format = null)
{
    /// <summary>Gets the request for a PNG of the game's own size, which a turn writes as <c>true</c>.</summary>
    public static ScreenRequest Plain { get; } = new();
}

/// <summary>The picture in a response: a PNG, or the bytes of its pixels line by line.</summary>
internal sealed record ScreenTaken(
    int Width, int Height, bool Gray,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] byte[]? Png,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] byte[]? Raw);
