using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Features.Frames;
using Bridge.Api.Features.Roms;
using Bridge.Api.Features.States;

namespace Bridge.Api.Features.OnDemand;

/// <summary>What the bodies about created emulators accept.</summary>
internal static class OnDemandRules
{
    /// <summary>Gets the rule for the console of a Game Boy game.</summary>
    public static ChoiceRule Model { get; } = new(["DMG", "MGB", "SGB", "SGB2", "CGB", "SCGB", "AGB"])
    {
        Schema = "GameBoyModel",
        Description = "A console for a Game Boy game; AGB is the Game Boy Advance.",
    };

    /// <summary>Gets the rule for the speed at the start.</summary>
    public static NumberRule Speed { get; } = FrameRules.Speed with { Default = 1 };

    /// <summary>Gets the rule for the clock in the first frame; the max is the last second of the year 9999.</summary>
    public static IntegerRule Clock { get; } = new("clock", 0, 253_402_300_799);

    /// <summary>Gets the rule for the seconds of a lease.</summary>
    public static NumberRule Seconds { get; } = new("seconds", 1, EmulatorLease.MaxSeconds);

    /// <summary>Gets the rule for the seconds to wait for a place.</summary>
    public static NumberRule Wait { get; } = new("wait", 0, 60, Default: 0);

    /// <summary>Gets the rule for the seconds between two checkpoints.</summary>
    public static NumberRule EverySeconds { get; } = new("everySeconds", 1, 3600);

    /// <summary>Gets the rule for labels.</summary>
    public static MapRule Labels { get; } = new(
        new TextRule { Pattern = "^[^:\\u0000-\\u001F\\u007F]+$", Min = 1, Max = 64 },
        new TextRule { Pattern = "^[^\\u0000-\\u001F\\u007F]*$", Max = 64 }, Max: 8);

    /// <summary>Gets the rule for the name of an emulator, which EmulatorClient.IsName checks.</summary>
    public static TextRule EmulatorName { get; } = new()
    {
        Pattern = "^[0-9a-z][0-9a-z-]{0,31}$", Min = 1, Max = 32, Schema = "EmulatorName",
        Description = "The name of an emulator: letters a-z, digits and -.",
    };

    /// <summary>Gets the rule for a lease to set.</summary>
    public static ObjectRule Lease { get; } = new(typeof(LeaseSetting), new MemberRule("seconds", Seconds));

    /// <summary>Gets the rule for an emulator to create.</summary>
    public static ObjectRule Create { get; } = new(typeof(CreateRequest),
        new("rom", RomFolder.NameRule, IsRequired: true),
        new("state", new ObjectRule(typeof(StateChoice),
            new("name", StateName.Rule, IsRequired: true), new("emulator", EmulatorName))),
        new("name", EmulatorName), new("model", Model), new("speed", Speed), new("clock", Clock), new("lease", Lease),
        new("labels", Labels), new("wait", Wait),
        new("checkpoint", new ObjectRule(typeof(CheckpointSetting), new MemberRule("everySeconds", EverySeconds, IsRequired: true))));
}
