using System.Text.Json.Serialization;

namespace Bridge.Api.Features.Verifying;

/// <summary>How a movie was played by a process of its own, with the ROM of this name.</summary>
internal sealed record MovieVerified(
    string Rom, int Frames, long Played, long Checked, string Result,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] long? After,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] long? Before,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IReadOnlyList<string>? Regions);

/// <summary>What <c>mgba-host --movie</c> prints: frames that ran, hashes compared, and the first difference.</summary>
internal sealed record HostVerdict(
    long Frames, long Checked, bool Equal, long? After = null, long? Before = null, IReadOnlyList<string>? Regions = null)
{
    /// <summary>Gets the result as responses have it.</summary>
    public string Result => Equal ? "equal" : "differs";
}
