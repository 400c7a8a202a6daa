using Bridge.Api.Contract.Parsing;

namespace Bridge.Api.Features.Sound;

/// <summary>What requests about sound accept.</summary>
internal static class SoundRules
{
    /// <summary>Gets the rule for the volume.</summary>
    public static NumberRule Volume { get; } = new("volume", 0, 1);

    /// <summary>Gets the rule for the seconds of a recording, in a query.</summary>
    public static IntegerRule Seconds { get; } = new("seconds", 1, Clips.ClipRules.MaxSeconds, 5);

    /// <summary>Gets the rule for the body that sets the volume.</summary>
    public static ObjectRule Sound { get; } = new(typeof(SoundRequest), new MemberRule("volume", Volume, IsRequired: true));
}
