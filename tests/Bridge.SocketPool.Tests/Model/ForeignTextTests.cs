namespace Bridge.SocketPool.Tests.Model;

public sealed class ForeignTextTests
{
    [Theory]
    [InlineData("", "")]
    [InlineData("hold must be 1 to 3600; got \"ä☺\".", "hold must be 1 to 3600; got \"ä☺\".")]
    [InlineData("a\r\n12:00 INF forged", "a??12:00 INF forged")]
    [InlineData("\e[2J\a\b\0\t\u007F\u0085\u009B", "?[2J???????")]
    [InlineData("a\u2028b\u2029c\u202Ed\u2066e\u200Ff", "a?b?c?d?e?f")]
    public void Characters_that_could_change_a_log_or_a_terminal_are_replaced(string text, string expected) =>
        Assert.Equal(expected, ForeignText.Clean(text));
}
