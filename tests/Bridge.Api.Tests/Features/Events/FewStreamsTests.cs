namespace Bridge.Api.Tests.Features.Events;

/// <summary>A bridge that allows two event streams for each emulator.</summary>
public sealed class FewStreamsTests() : EventBridge(("Bridge:EventStreams", "2"))
{
    [Fact]
    public async Task The_third_stream_is_refused_with_the_setting_and_accepted_after_another_has_left()
    {
        using var stays = await LiveEvents.OpenAsync(Client);
        using (await LiveEvents.OpenAsync(Client))
        {
            (await Client.AskForProblemAsync("GET", "/emulators/default/events"))
                .Is(503, "overloaded", null, "2 open event streams", "Bridge:EventStreams");
        }

        await Eventually.HoldsAsync(async () =>
        {
            using var response = await Client.SendAsync(new HttpRequestMessage(HttpMethod.Get, "/emulators/default/events"),
                HttpCompletionOption.ResponseHeadersRead);
            return response.IsSuccessStatusCode;
        });
        await TellAsync("keys", "1");
        Assert.Equal("buttons", (await stays.ReadAsync())!.Topic);
    }
}
