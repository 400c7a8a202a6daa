using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Features.Events;
using Bridge.Api.Features.Screen;
using Microsoft.Extensions.DependencyInjection;

namespace Bridge.Api.Tests.Features.Emulators;

/// <summary>The streams of an emulator that ends.</summary>
public sealed class EndedStreamTests : FakedBridge
{
    private const string Name = "created";

    private CreatedEmulator _created = null!;

    private EmulatorDirectory Directory => Bridge.Services.GetRequiredService<EmulatorDirectory>();

    public override async ValueTask InitializeAsync()
    {
        Fake.Facts = [.. Fake.Facts.Select(fact => fact.Replace("capabilities=", "capabilities=pixels,", StringComparison.Ordinal))];
        Fake.Answers = async request =>
        {
            switch (request.Command)
            {
                case "screen.raw":
                    await request.ReplyAsync("ok", ["1", "1"], new byte[4]);
                    return true;
                case "sound.read":
                    await request.ReplyAsync("ok", ["0"], new byte[4]);
                    return true;
                case "events.subscribe":
                    await request.ReplyAsync();
                    return true;
                default:
                    return false;
            }
        };
        await base.InitializeAsync();
        _created = new CreatedEmulator(Directory.Connect(Name, Fake.Port), "a.gba", new Dictionary<string, string>(),
            new EmulatorLease(TimeProvider.System, duration: null));
        Directory.Add(_created);
        await Bridge.ReachesAsync("running", Name);
    }

    [Theory]
    [InlineData("events")]
    [InlineData("screen/stream")]
    [InlineData("audio/stream")]
    public async Task A_stream_ends_with_its_emulator(string path)
    {
        using var response = await Client.GetAsync($"/emulators/{Name}/{path}", HttpCompletionOption.ResponseHeadersRead);
        Assert.True(response.IsSuccessStatusCode, $"{(int)response.StatusCode}");
        var body = response.Content.ReadAsByteArrayAsync();
        await Directory.RemoveAsync(_created);
        await body.WaitAsync(Eventually.Patience);
        (await Client.AskForProblemAsync("GET", $"/emulators/{Name}/{path}")).Is(404, "unknown-emulator", "emulator", Name);
    }

    [Fact]
    public async Task Streams_of_several_rates_end_in_any_order()
    {
        var fast = await LivePicture.OpenAsync(Client, fps: 60, Name);
        using var slow = await LivePicture.OpenAsync(Client, fps: 30, Name);
        await Directory.RemoveAsync(_created);
        fast.Dispose();
        await ReadToEndAsync(slow).WaitAsync(Eventually.Patience);
    }

    [Fact]
    public async Task A_stream_that_begins_while_its_emulator_ends_is_refused_or_ends()
    {
        await Directory.RemoveAsync(_created);
        using var events = await Bridge.Services.GetRequiredService<EventFeeds>().Of(_created.Client)
            .JoinAsync(EventTopic.State, watches: null, lastId: null, CancellationToken.None).WaitAsync(Eventually.Patience);
        Assert.False(await events.WaitAsync().AsTask().WaitAsync(Eventually.Patience));
        var feed = Bridge.Services.GetRequiredService<PictureFeeds>().Of(_created.Client);
        Assert.Equal(ProblemTypes.UnknownEmulator, Assert.Throws<RequestException>(() => feed.Join(rate: 15)).Type);
    }

    private static async Task ReadToEndAsync(LivePicture stream)
    {
        while (await stream.ReadAsync() is not null)
        {
            // A picture that was sent before the end.
        }
    }
}
