using Bridge.Api.Server.Files;

namespace Bridge.Api.Tests.Server.Files;

/// <remarks>The tests spell out both forms, because the runtime can't normalize without ICU.</remarks>
public sealed class CanonicalNameTests
{
    [Theory]
    [InlineData("Pok\u00E9mon", "Poke\u0301mon")]
    [InlineData("\u00C0\u00E7\u00F1\u00FC\u017E\u00E5", "A\u0300c\u0327n\u0303u\u0308z\u030Ca\u030A")]
    [InlineData("\u30DD\u30B1\u30E2\u30F3 \u304C", "\u30DB\u309A\u30B1\u30E2\u30F3 \u304B\u3099")]
    [InlineData("\uD3EC\uCF13\uBAAC", "\u1111\u1169\u110F\u1166\u11BA\u1106\u1169\u11AB")]
    [InlineData("\u0419\u0451", "\u0418\u0306\u0435\u0308")]
    [InlineData("\u1EAD\u1EBF", "a\u0323\u0302e\u0302\u0301")]
    [InlineData("\u1FA7", "\u03C9\u0314\u0342\u0345")]
    [InlineData("\u00E1\u0316", "a\u0316\u0301")]
    [InlineData("\u0BCA\u09CB", "\u0BC6\u0BBE\u09C7\u09BE")]
    [InlineData("🎮\u00E9", "🎮e\u0301")]
    public void Both_forms_of_a_name_are_equal(string composed, string decomposed)
    {
        Assert.True(CanonicalName.AreSame(composed, decomposed));
        Assert.True(CanonicalName.AreSame(decomposed, composed));
        Assert.True(CanonicalName.AreSame(composed, composed));
    }

    [Theory]
    [InlineData("Pokemon", "Pok\u00E9mon")]
    [InlineData("\u00E9", "\u00E8")]
    [InlineData("\u00E9", "E\u0301")]
    [InlineData("e\u0301\u0301", "\u00E9")]
    [InlineData("\u30B3", "\u30B4")]
    [InlineData("\u212B", "K")]
    [InlineData("\uFF21", "A")]
    [InlineData("\u0301a\u0300", "\u0300a\u0301")]
    [InlineData("", "\u0301")]
    public void Different_names_are_not_equal(string one, string other) => Assert.False(CanonicalName.AreSame(one, other));
}
