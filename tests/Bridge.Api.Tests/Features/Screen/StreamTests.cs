using Bridge.Api.Features.Screen;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace Bridge.Api.Tests.Features.Screen;

/// <summary>A bridge whose emulator sends noise, so that pictures are large and all different.</summary>
public sealed class StreamTests : FakedBridge
{
    private const int LargestSide = 400;
    private static readonly byte[] Noise = [.. Enumerable.Range(0, LargestSide * LargestSide)
        .SelectMany(pixel => BitConverter.GetBytes(pixel * 2_654_435_761))];

    private int _side = LargestSide;

    public override async ValueTask InitializeAsync()
    {
        Fake.Facts = [.. Fake.Facts.Select(fact => fact.Replace("capabilities=", "capabilities=pixels,", StringComparison.Ordinal))];
        Fake.Answers = async request =>
        {
            if (request.Command != "screen.raw")
                return false;
            Fake.Frame++;
            var pixels = Noise.AsSpan(0, 4 * _side * _side).ToArray();
            BitConverter.TryWriteBytes(pixels, Fake.Frame);
            await request.ReplyAsync("ok", [$"{_side}", $"{_side}"], pixels);
            return true;
        };
        await base.InitializeAsync();
    }

    [Fact]
    public async Task A_stream_sends_pictures_with_their_frames()
    {
        using var stream = await LivePicture.OpenAsync(Client, fps: 60);
        var frame = 0L;
        for (var i = 0; i < 5; i++)
        {
            var part = await stream.ReadAsync();
            Assert.NotNull(part);
            var picture = new PngPicture(part.Value.Png);
            Assert.Equal((_side, _side), (picture.Width, picture.Height));
            Assert.Equal((byte)part.Value.Frame, picture[0, 0] >> 16);
            Assert.True(part.Value.Frame > frame);
            frame = part.Value.Frame;
        }
    }

    [Fact]
    public async Task A_slow_reader_misses_pictures_and_delays_nobody()
    {
        using var slow = await LivePicture.OpenAsync(Client, fps: 60);
        using var quick = await LivePicture.OpenAsync(Client, fps: 60);
        var (readByQuick, readBySlow, last) = (0, 0, 0L);
        while (readByQuick < 80)
        {
            last = (await quick.ReadAsync())!.Value.Frame;
            if (++readByQuick % 10 != 0)
                continue;
            await slow.ReadAsync();
            readBySlow++;
        }

        while ((await slow.ReadAsync())!.Value.Frame < last)
            readBySlow++;
        Assert.True(readBySlow < readByQuick, $"{readBySlow} of {readByQuick} pictures");
    }

    [Fact]
    public async Task A_stream_over_the_limit_is_refused_and_accepted_after_a_client_leaves()
    {
        _side = 8;
        var streams = new List<LivePicture>();
        while (streams.Count < PictureFeed.MaxViewers)
            streams.Add(await LivePicture.OpenAsync(Client, fps: 1));
        (await Client.AskForProblemAsync("GET", "/emulators/default/screen/stream")).Is(503, "overloaded", null, "64");
        streams[3].Dispose();
        await Eventually.HoldsAsync(async () =>
        {
            using var response = await Client.GetAsync("/emulators/default/screen/stream", HttpCompletionOption.ResponseHeadersRead);
            return response.IsSuccessStatusCode;
        });
        foreach (var stream in streams)
            stream.Dispose();
    }

    [Fact]
    public async Task A_stream_continues_after_its_emulator_restarts()
    {
        using var stream = await LivePicture.OpenAsync(Client, fps: 60);
        await stream.ReadAsync();
        Fake.Stop();
        await Eventually.HoldsAsync(async () =>
        {
            using var newcomer = await Client.GetAsync("/emulators/default/screen/stream", HttpCompletionOption.ResponseHeadersRead);
            return (int)newcomer.StatusCode == 503;
        });
        Fake.Frame = 1_000_000;
        Fake.StartListening();
        while ((await stream.ReadAsync())!.Value.Frame < 1_000_000)
        {
            // Pictures that were already on their way, or a repeated last one.
        }
    }

    [Fact]
    public async Task A_stream_ends_gracefully_with_the_bridge()
    {
        using var stream = await LivePicture.OpenAsync(Client, fps: 60);
        await stream.ReadAsync();
        Bridge.Services.GetRequiredService<IHostApplicationLifetime>().StopApplication();
        while (await stream.ReadAsync() is not null)
        {
            // Pictures that were sent before the end.
        }
    }
}
