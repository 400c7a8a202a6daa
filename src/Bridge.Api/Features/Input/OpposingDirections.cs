using Bridge.Api.Contract.Parsing;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Model;

namespace Bridge.Api.Features.Input;

/// <summary>
/// Opposing directions that are pressed together. mGBA hides them from the game (0.10: src/gba/io.c, src/gb/io.c) unless the user has
/// allowed them; the bundled emulator shows them.
/// </summary>
internal static class OpposingDirections
{
    /// <summary>The capability of an emulator that shows them.</summary>
    public const string Capability = "opposing";

    private const Buttons Sideways = Buttons.Left | Buttons.Right;
    private const Buttons Upright = Buttons.Up | Buttons.Down;

    /// <summary>Returns those of the buttons that mGBA hides from the game; null: none.</summary>
    public static IReadOnlyList<string>? HiddenOf(Buttons buttons, EmulatorFacts? facts)
    {
        var hidden = (buttons.HasFlag(Sideways) ? Sideways : Buttons.None) | (buttons.HasFlag(Upright) ? Upright : Buttons.None);
        return hidden == Buttons.None || facts?.Capabilities.Contains(Capability) == true ? null : ButtonNames.Of(hidden);
    }
}
