using Bridge.Api.Features.Clips.Drawing;

namespace Bridge.Api.Tests.Features.Clips;

public sealed class LineBreaksTests
{
    [Theory]
    [InlineData("", 5, "")]
    [InlineData("abcde", 5, "abcde")]
    [InlineData("abcde fgh", 5, "abcde|fgh")]
    [InlineData("ab cd efg", 5, "ab cd|efg")]
    [InlineData("ab   cdefg", 5, "ab|cdefg")]
    [InlineData("abcdefgh", 5, "abcde|fgh")]
    [InlineData("  a b  ", 5, "a b")]
    [InlineData("abc", 0, "a|b|c")]
    public void A_text_is_broken_at_spaces(string text, int length, string lines) =>
        Assert.Equal(lines, string.Join('|', LineBreaks.Of(text, length)));
}
