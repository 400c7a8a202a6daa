using Bridge.Api.Features.Screen;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.Api.Features.Conditions;

/// <summary>
/// A condition on a value in memory or on the picture, or one of RetroAchievements. Frames is for how many frames in a row; timeoutFrames
/// when it must begin to hold.
/// </summary>
internal sealed record Condition(
    string? Address = null, string? Type = null, string? Domain = null, string? Is = null, long? Value = null, string? Screen = null,
    string? Hash = null, Crop? Crop = null, string? Achievement = null, int? Frames = null, int? TimeoutFrames = null);

/// <summary>What to wait for: any or all of some conditions, or one condition.</summary>
internal sealed record Until(
    IReadOnlyList<Condition?>? Any = null, IReadOnlyList<Condition?>? All = null,
    string? Address = null, string? Type = null, string? Domain = null, string? Is = null, long? Value = null, string? Screen = null,
    string? Hash = null, Crop? Crop = null, string? Achievement = null, int? Frames = null, int? TimeoutFrames = null)
{
    /// <summary>Gets the condition beside the lists.</summary>
    public Condition Only => new(Address, Type, Domain, Is, Value, Screen, Hash, Crop, Achievement, Frames, TimeoutFrames);

    /// <summary>Gets whether one of the conditions is on the picture.</summary>
    public bool SeesPicture => Screen is not null || (Any ?? All ?? []).Any(condition => condition?.Screen is not null);

    /// <summary>Gets whether it is a picture that changes, and nothing else: <c>screen.wait</c>.</summary>
    public bool IsNewPicture => this == new Until(Screen: ConditionRules.Changed);

    /// <summary>Gets whether it is a value that is compared once, and nothing else: <c>memory.wait</c>, which tells the value.</summary>
    public bool IsOneValue => this == new Until(Address: Address, Type: Type, Domain: Domain, Is: Is, Value: Value)
        && Is is not (ConditionRules.Increased or ConditionRules.Decreased or ConditionRules.Same);
}

/// <summary>A condition that held, by its index, and the number of frames after which it did.</summary>
internal sealed record ConditionHeld(int Condition, long Frame)
{
    /// <summary>Returns those of a reply.</summary>
    public static IReadOnlyList<ConditionHeld> Of(IReadOnlyList<HeldCondition> held) =>
        [.. held.Select(each => new ConditionHeld(each.Index, each.Frames))];
}
