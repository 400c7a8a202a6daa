using Bridge.Api.Features.Input;
using Bridge.Api.Features.Mcp;

namespace Bridge.Api.Tests.Features.Mcp;

/// <summary>The notation of presses, as steps.</summary>
public sealed class PressNotationTests
{
    [Theory]
    [InlineData("A", "A 6/6")]
    [InlineData("a+B", "a+B 6/6")]
    [InlineData("Up*16", "Up 16/6")]
    [InlineData("-30", "wait 30")]
    [InlineData("Right*50>Right+A*20", "Right 50/0, Right+A 20/6")]
    [InlineData("Right > A", "Right 6/0, A 6/6")]
    [InlineData("A*3>-2", "A 3/0, wait 2")]
    [InlineData("2xA*3>-2>B", "A 3/0, wait 2, B 6/6, A 3/0, wait 2, B 6/6")]
    [InlineData("3xUp", "Up 6/6, Up 6/6, Up 6/6")]
    [InlineData("2 x Right+A*3", "Right+A 3/6, Right+A 3/6")]
    [InlineData("2XA>B*2", "A 6/0, B 2/6, A 6/0, B 2/6")]
    public void A_press_is_one_or_more_steps(string press, string steps) =>
        Assert.Equal(steps, string.Join(", ", PressNotation.ReadSome([press], "GBA")!.Select(Describe)));

    [Fact]
    public void Sixty_four_presses_are_accepted() => Assert.Equal(64, PressNotation.ReadSome(["32xUp>A"], "GBA")!.Count);

    [Theory]
    [InlineData("A,B", "A 6/6 | B 6/6")]
    [InlineData("2xA*6>-22,-30,B", "A 6/0, wait 22 | A 6/0, wait 22, wait 30 | B 6/6")]
    [InlineData("-30,Right*5>A", "wait 30 | Right 5/0, A 6/6")]
    public void A_wait_belongs_to_the_press_before_it(string presses, string steps)
    {
        var read = PressNotation.Read(presses.Split(','), "GBA").Select(press => string.Join(", ", press.Select(Describe)));
        Assert.Equal(steps, string.Join(" | ", read));
    }

    [Theory]
    [InlineData("A", "A")]
    [InlineData("Up*16", "Up*16")]
    [InlineData("Right*50>Right+A*20", "Right*50>Right+A*20")]
    [InlineData("A*3>-2", "A*3 -2")]
    [InlineData("A,-30", "A -30")]
    [InlineData("Right*100>Right+A*100>Right*100>Left*100>B", "Right*100>Right+A*100>Right*100>Left*10…")]
    public void A_press_is_named_in_answers(string presses, string text) =>
        Assert.Equal(text, PressText.Of(Assert.Single(PressNotation.Read(presses.Split(','), "GBA"))));

    // The buttons, then the frames that they are down and the frames that they are up.
    private static string Describe(SequenceStep step) =>
        step.Wait is { } frames ? $"wait {frames}" : $"{string.Join('+', step.Buttons!)} {step.Hold}/{step.Release}";
}
