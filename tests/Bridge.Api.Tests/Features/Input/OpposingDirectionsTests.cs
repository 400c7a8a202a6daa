using Bridge.Api.Features.Input;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Model;

namespace Bridge.Api.Tests.Features.Input;

public sealed class OpposingDirectionsTests
{
    [Theory]
    [InlineData(Buttons.Left | Buttons.Right, "Right,Left")]
    [InlineData(Buttons.Up | Buttons.Down | Buttons.A, "Up,Down")]
    [InlineData(Buttons.Left | Buttons.Right | Buttons.Up | Buttons.Down, "Right,Left,Up,Down")]
    [InlineData(Buttons.Left | Buttons.Up, null)]
    [InlineData(Buttons.A | Buttons.B, null)]
    [InlineData(Buttons.None, null)]
    public void Stock_mgba_hides_opposing_directions(Buttons buttons, string? hidden)
    {
        Assert.Equal(hidden?.Split(','), OpposingDirections.HiddenOf(buttons, Facts("buttons")));
        Assert.Equal(hidden?.Split(','), OpposingDirections.HiddenOf(buttons, null));
        Assert.Null(OpposingDirections.HiddenOf(buttons, Facts("buttons", OpposingDirections.Capability)));
    }

    private static EmulatorFacts Facts(params string[] capabilities) =>
        new(3, "1.0.0", "a", "0.10", "GBA", "GAME", "ABCD", "01234567", 4096, capabilities);
}
