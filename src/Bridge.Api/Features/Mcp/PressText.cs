using System.Globalization;
using Bridge.Api.Features.Input;

namespace Bridge.Api.Features.Mcp;

/// <summary>Writes presses in the notation of <see cref="PressNotation"/>, so that an answer can name them.</summary>
internal static class PressText
{
    private const int MaxLength = 40;

    /// <summary>Returns the text of a press with all its parts, and the waits after it.</summary>
    public static string Of(IReadOnlyList<SequenceStep?> press)
    {
        var text = string.Concat(press.OfType<SequenceStep>().Select((step, index) => Separator(step, index) + Of(step)));
        return text.Length <= MaxLength ? text : $"{text[..(MaxLength - 1)]}…";
    }

    private static string Separator(SequenceStep step, int index) => index == 0 ? "" : step.Wait is null ? ">" : " ";

    private static string Of(SequenceStep step)
    {
        if (step.Wait is { } wait)
            return string.Create(CultureInfo.InvariantCulture, $"-{wait}");
        var buttons = string.Join('+', step.Buttons ?? []);
        return step.Hold is null or PressNotation.Hold ? buttons : string.Create(CultureInfo.InvariantCulture, $"{buttons}*{step.Hold}");
    }
}
