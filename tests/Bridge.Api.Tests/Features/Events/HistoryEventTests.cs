namespace Bridge.Api.Tests.Features.Events;

public sealed class HistoryEventTests : EventBridge
{
    [Theory]
    [InlineData("rewound", "rewound", "1900", "1800")]
    [InlineData("marked", "marked", "1800", "start")]
    [InlineData("note", "noted", "1800", "")]
    [InlineData("rumble", "rumble", "1", "")]
    [InlineData("message", "message", "180", "1")]
    public async Task Topics_that_the_script_sends_with_resets_come_without_them(string topic, string word, string first, string second)
    {
        using var events = await LiveEvents.OpenAsync(Client, $"?topics={topic}");
        Assert.Equal("reset", Topics);
        await TellAsync("reset", "1800");
        await TellAsync(word, first, second);
        Assert.StartsWith(topic, $"{await events.ReadAsync()}", StringComparison.Ordinal);
    }
}
