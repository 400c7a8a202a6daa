using Bridge.Api.Contract.Parsing;

namespace Bridge.Api.Features.Sound;

/// <summary>What the bodies about sound accept.</summary>
internal static class SoundRules
{
    /// <summary>Gets the rule for the volume.</summary>
    public static NumberRule Volume { get; } = new("volume", 0, 1);

    /// <summary>Gets the rule for the seconds of a recording.</summary>
    public static IntegerRule Seconds { get; } = new("seconds", 1, Clips.ClipRules.MaxSeconds, 5);

    /// <summary>Gets the rule for how the sound is.</summary>
    public static ObjectRule Sound { get; } = new(typeof(SoundRequest), new MemberRule("volume", Volume, IsRequired: true));
}
