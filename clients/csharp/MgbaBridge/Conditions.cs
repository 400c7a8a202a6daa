using System.Text.Json;
using System.Text.Json.Serialization;

namespace MgbaBridge;

/// <summary>
/// A condition on a value in memory, or on the picture or a part of it: <c>Condition.Of(Place.U16(0x02000020), "ge", 3)</c>,
/// <c>Condition.NewPicture</c>, <c>new Condition { Screen = "still", Frames = 20 }</c>.
/// </summary>
public sealed record Condition
{
    /// <summary>Gets the condition that the picture differs from the current one.</summary>
    public static Condition NewPicture { get; } = new() { Screen = "changed" };

    /// <summary>Gets the address.</summary>
    public string? Address { get; init; }

    /// <summary>Gets the type; u8 if null.</summary>
    public string? Type { get; init; }

    /// <summary>Gets the memory domain.</summary>
    public string? Domain { get; init; }

    /// <summary>
    /// Gets the comparison: eq, ne, lt, le, gt, ge, mask; or changed, increased, decreased since the beginning; or same as a frame before.
    /// </summary>
    public string? Is { get; init; }

    /// <summary>Gets the value to compare with; null for changed, increased, decreased and same.</summary>
    public long? Value { get; init; }

    /// <summary>Gets what the picture is: changed, still, calm, or is with a hash.</summary>
    public string? Screen { get; init; }

    /// <summary>Gets the hash of the picture, from <see cref="BranchEnd.PictureHash"/>.</summary>
    public string? Hash { get; init; }

    /// <summary>Gets the part of the picture.</summary>
    public Crop? Crop { get; init; }

    /// <summary>Gets conditions in the syntax of RetroAchievements, like <c>0xH0010=3_d0xH0010=2</c>, instead of the others.</summary>
    public string? Achievement { get; init; }

    /// <summary>Gets in how many frames in a row it must be true; 1 if null.</summary>
    public int? Frames { get; init; }

    /// <summary>Gets within how many frames that must begin; those of the whole wait if null.</summary>
    public int? TimeoutFrames { get; init; }

    /// <summary>Returns the condition that a value compares; changed, increased, decreased and same take no value.</summary>
    public static Condition Of(Place place, string comparison, long? value = null) =>
        new() { Address = place.Address, Type = place.Type, Domain = place.Domain, Is = comparison, Value = value };
}

/// <summary>What to wait for: a condition, <c>Until.Any(..)</c> or <c>Until.All(..)</c> of 1 to 16.</summary>
[JsonConverter(typeof(UntilConverter))]
public sealed class Until
{
    private Until(string? list, IReadOnlyList<Condition> conditions) => (List, Conditions) = (list, conditions);

    internal string? List { get; }

    internal IReadOnlyList<Condition> Conditions { get; }

    /// <summary>Returns the wait for any of some conditions.</summary>
    public static Until Any(params IReadOnlyList<Condition> conditions) => new("any", conditions);

    /// <summary>Returns the wait for all of some conditions, each in its own frame.</summary>
    public static Until All(params IReadOnlyList<Condition> conditions) => new("all", conditions);

    /// <summary>Returns the wait for one condition.</summary>
    public static implicit operator Until(Condition condition) => ToUntil(condition);

    /// <summary>Returns the wait for one condition.</summary>
    public static Until ToUntil(Condition condition) => new(null, [condition]);
}

/// <summary>A condition that held.</summary>
/// <param name="Condition">Its index.</param>
/// <param name="Frame">The frames after the wait, turn or branch had begun.</param>
public sealed record ConditionHeld(int Condition, long Frame);

internal sealed class UntilConverter : JsonConverter<Until>
{
    public override Until? Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        throw new NotSupportedException();

    public override void Write(Utf8JsonWriter writer, Until value, JsonSerializerOptions options)
    {
        if (value.List is null)
        {
            JsonSerializer.Serialize(writer, value.Conditions[0], ClientJson.Default.Condition);
            return;
        }

        writer.WriteStartObject();
        writer.WriteStartArray(value.List);
        foreach (var condition in value.Conditions)
            JsonSerializer.Serialize(writer, condition, ClientJson.Default.Condition);
        writer.WriteEndArray();
        writer.WriteEndObject();
    }
}
