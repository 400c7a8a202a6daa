using System.Globalization;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Conditions;
using Bridge.Api.Features.Input;
using Bridge.Api.Features.Screen;
using Bridge.SocketPool;

namespace Bridge.Api.Features.Mcp;

/// <summary>A wait for a calm picture after a turn: still, or moving only where it keeps moving.</summary>
/// <param name="Within">The max frames to wait.</param>
/// <param name="Part">The part of the picture; null: all of it.</param>
/// <param name="Presses">The steps of each press, after each of which it waits; null: after all of them.</param>
/// <param name="Frames">For how many frames a calm picture is still.</param>
internal sealed record CalmWait(
    int Within, Crop? Part = null, IReadOnlyList<IReadOnlyList<SequenceStep?>>? Presses = null, int Frames = CalmWait.DefaultFrames)
{
    /// <summary>The words of settle.</summary>
    public const string Still = "still", Each = "each";

    /// <summary>For how many frames a calm picture is still, where nothing else is said.</summary>
    public const int DefaultFrames = 20;

    /// <summary>The index, in the conditions of the wait, of the one that the whole picture, or the part, is still.</summary>
    public const int StillCondition = 0;

    /// <summary>Returns the conditions for it. Calm is seen in pixels, which not every emulator has.</summary>
    public Until Until(EmulatorClient emulator) => emulator.HasPixels()
        ? new Until(Any: [Condition(ConditionRules.Still), Condition(ConditionRules.Calm)])
        : new Until(Any: [Condition(ConditionRules.Still)]);

    /// <summary>Reads frames or one of the words, perhaps with a part after it.</summary>
    /// <returns>The word, or null for frames; the part; and the frames, 0 for a word.</returns>
    public static (string? Word, Crop? Part, int Frames) Read(string settle)
    {
        if (settle.Split(' ', 2, StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries) is [Still or Each, ..] words)
            return (words[0], words.Length == 1 ? null : PartOf(words[1]) ?? throw Refuse(settle), 0);
        return int.TryParse(settle, NumberStyles.None, CultureInfo.InvariantCulture, out var frames) && frames <= ActTool.MaxFrames
            ? (Word: null, Part: null, frames)
            : throw Refuse(settle);
    }

    private Condition Condition(string kind) => new(Screen: kind, Frames: Frames, Crop: Part);

    private static Crop? PartOf(string text)
    {
        var numbers = text.Split(',').Select(number => int.TryParse(number, NumberStyles.None, CultureInfo.InvariantCulture, out var side)
            ? side : -1).ToArray();
        return numbers is [>= 0, >= 0, > 0, > 0] ? new Crop(numbers[0], numbers[1], numbers[2], numbers[3]) : null;
    }

    private static Contract.Errors.RequestException Refuse(string settle) =>
        Parameters.Refuse("settle", settle, $"0 to {ActTool.MaxFrames}, still, each, or like still 0,0,240,128, a part");
}
