using System.Text.Json.Serialization;

namespace Bridge.Api.Features.Mcp;

/// <summary>The situation that a call leaves, and what is new in it. Members that say nothing new are left out.</summary>
internal abstract record Situation
{
    /// <summary>Gets whether the game stands still until the next turn.</summary>
    [JsonPropertyOrder(1)]
    public bool Frozen { get; init; }

    /// <summary>Gets whether a freeze had ended by itself before this call.</summary>
    [JsonPropertyOrder(2), JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public bool? FreezeEnded { get; init; }

    /// <summary>Gets a note that the bridge may have restarted, in its first answer about a game that ran before; null: none.</summary>
    [JsonPropertyOrder(2), JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Restarted { get; init; }

    /// <summary>Gets the frames that passed between the call before and this one.</summary>
    [JsonPropertyOrder(3), JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public long? RanUnwatched { get; init; }

    /// <summary>Gets the buttons that are down.</summary>
    [JsonPropertyOrder(4), JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<string>? Buttons { get; init; }

    /// <summary>Gets what has changed since the picture before: nothing, everything, or a rectangle like <c>16x24 at 112,80</c>.</summary>
    [JsonPropertyOrder(5), JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Changed { get; init; }

    /// <summary>Gets what the screen shows, if no picture is sent.</summary>
    [JsonPropertyOrder(6), JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Screen { get; init; }
}
