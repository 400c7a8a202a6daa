using System.Buffers.Binary;
using System.Net.Http.Headers;
using System.Text;
using System.Text.Json;

namespace Bridge.EndToEnd.Tests.Playing;

/// <summary>Steps of four emulators at once: all are exact to the frame, and each has its own problem.</summary>
[Trait("Needs", "picture")]
public sealed class StepManyTests(FourGames games) : IClassFixture<FourGames>
{
    private const string Advance = """["default", "second", "third"]""";
    private const string Counter = """{"address": "0x02000000", "type": "u32"}""";
    private const string FramesOfRight = """{"address": "0x02000048", "type": "u16"}""";

    // docs/step-layout.md: a header, and for each emulator its status and frame, 8 bytes for each read, and the picture.
    private const int HeaderBytes = 32, StatusBytes = 16, ReadBytes = 8, FrameAt = 8;

    [Fact]
    public async Task All_run_the_same_frames_with_their_own_buttons()
    {
        var first = await games.StepAsync($$"""{"emulators": {{Advance}}, "read": [{{Counter}}, {{FramesOfRight}}]}""");
        var then = await games.StepAsync($$"""
            {"emulators": {{Advance}}, "frames": 5, "buttons": [["Right"], [], ["Right", "A"]], "read": [{{Counter}}, {{FramesOfRight}}]}
            """);
        Assert.Equal(["default", "second", "third"], then.Select(result => result.GetProperty("emulator").GetString()));
        Assert.All(first.Zip(then), pair =>
        {
            Assert.Equal(pair.First.GetProperty("frame").GetInt64() + 5, pair.Second.GetProperty("frame").GetInt64());
            Assert.Equal(Value(pair.First, 0) + 5, Value(pair.Second, 0));
        });
        Assert.Equal([5, 0, 5], first.Zip(then).Select(pair => Value(pair.Second, 1) - Value(pair.First, 1)));
    }

    [Fact]
    public async Task Each_emulator_has_its_own_problem_and_the_others_are_stepped()
    {
        await games.KillAsync("third");
        await games.ReleaseAsync("second");
        try
        {
            var results = await games.StepAsync("""
                {"emulators": ["third", "default", "nobody", "second", "pocket"], "buttons": [["L"]], "frames": 2}
                """);
            Assert.Equal("no-emulator", FourGames.Problem(results[0]));
            Assert.True(results[1].GetProperty("frame").GetInt64() > 0);
            Assert.Equal("unknown-emulator", FourGames.Problem(results[2]));
            Assert.Equal("not-held", FourGames.Problem(results[3]));
            Assert.Equal("unknown-button", FourGames.Problem(results[4])); // a Game Boy has no L
            Assert.Equal(400, results[4].GetProperty("problem").GetProperty("status").GetInt32());
        }
        finally
        {
            await games.RestartAsync("third");
            await games.HoldAsync("second");
        }
    }

    [Fact]
    public async Task An_exclusive_hold_needs_its_lease()
    {
        await games.ReleaseAsync("second");
        var lease = await games.HoldAsync("second", exclusive: true);
        try
        {
            var results = await games.StepAsync("""{"emulators": ["default", "second"]}""");
            Assert.Equal("held", FourGames.Problem(results[1]));
            results = await games.StepAsync("""{"emulators": ["default", "second"], "leases": [null, "1wrong"]}""");
            Assert.Equal("held", FourGames.Problem(results[1]));
            results = await games.StepAsync($$"""{"emulators": ["default", "second"], "leases": [null, "{{lease}}"]}""");
            Assert.True(results[1].GetProperty("frame").GetInt64() > 0);
        }
        finally
        {
            await games.ReleaseAsync("second");
            await games.HoldAsync("second");
        }
    }

    [Fact]
    public async Task Chosen_games_begin_from_a_state()
    {
        using (var saved = await games.Client.AskAsync("PUT", "/emulators/second/states/begin"))
            Assert.True(saved.IsSuccessStatusCode);
        var begin = await games.ReadAsync("second", "0x02000000");
        var others = await games.StepAsync($$"""{"emulators": ["default", "second"], "frames": 7, "read": [{{Counter}}]}""");
        Assert.Equal(begin + 7, Value(others[1], 0));

        var reset = await games.StepAsync(
            $$"""{"emulators": ["default", "second"], "frames": 2, "states": [null, "begin"], "read": [{{Counter}}]}""");
        Assert.Equal(Value(others[0], 0) + 2, Value(reset[0], 0));
        Assert.Equal(begin + 2, Value(reset[1], 0));

        var unknown = await games.StepAsync("""{"emulators": ["default", "second"], "states": ["never", "../up"]}""");
        Assert.Equal(["unknown-state", "invalid-parameter"], unknown.Select(FourGames.Problem));
    }

    [Fact]
    public async Task A_state_is_not_loaded_into_a_game_that_may_not_be_stepped()
    {
        using (var saved = await games.Client.AskAsync("PUT", "/emulators/third/states/early"))
            Assert.True(saved.IsSuccessStatusCode);
        await games.StepAsync("""{"emulators": ["third"], "frames": 50}""");
        var before = await games.ReadAsync("third", "0x02000000");
        var refused = await games.StepAsync("""{"emulators": ["third"], "states": ["early"], "leases": ["1wrong"]}""");
        Assert.Equal("held", FourGames.Problem(refused[0]));
        Assert.Equal(before, await games.ReadAsync("third", "0x02000000"));
    }

    [Fact]
    public async Task The_picture_is_that_of_the_last_frame_in_every_form()
    {
        var results = await games.StepAsync("""{"emulators": ["default", "pocket"], "frames": 3, "screen": {}}""");
        var screen = new PngPicture(await games.Client.GetByteArrayAsync("/emulators/default/screen"));
        var png = new PngPicture(results[0].GetProperty("screen").GetProperty("png").GetBytesFromBase64());
        Assert.Equal((240, 160), (png.Width, png.Height));
        Assert.Equal(Pixels(screen), Pixels(png));
        Assert.Equal(144, results[1].GetProperty("screen").GetProperty("height").GetInt32());

        results = await games.StepAsync("""{"emulators": ["default"], "screen": {"format": "raw"}}""");
        screen = new PngPicture(await games.Client.GetByteArrayAsync("/emulators/default/screen"));
        var raw = results[0].GetProperty("screen").GetProperty("raw").GetBytesFromBase64();
        Assert.Equal(Pixels(screen).SelectMany(pixel => new[] { (byte)(pixel >> 16), (byte)(pixel >> 8), (byte)pixel }), raw);

        results = await games.StepAsync(
            """{"emulators": ["default", "pocket"], "screen": {"width": 84, "height": 80, "gray": true, "format": "raw"}}""");
        Assert.All(results, result =>
            Assert.Equal(84 * 80, result.GetProperty("screen").GetProperty("raw").GetBytesFromBase64().Length));
        Assert.False(results[0].GetProperty("screen").TryGetProperty("png", out _));
    }

    [Fact]
    public async Task A_binary_answer_has_the_same_numbers_and_pixels()
    {
        await games.KillAsync("third");
        try
        {
            var body = await BinaryAsync("/emulators/step", $$"""
                {"emulators": ["default", "third", "pocket"], "frames": 2, "read": [{"address": "0x00000150", "type": "u8"}, {{Counter}}],
                 "screen": {"width": 10, "height": 7} }
                """);
            // The 32-bit number of this index: 1 to 7 are the header's, 8 is the first status.
            uint At(int index) => BinaryPrimitives.ReadUInt32LittleEndian(body.AsSpan(4 * index));
            Assert.Equal("STEP", Encoding.ASCII.GetString(body, 0, 4));
            Assert.Equal((1u, 3u, 2u, 10u, 7u, 3u), (At(1), At(2), At(3), At(4), At(5), At(6)));
            const int Record = StatusBytes + (2 * ReadBytes) + (10 * 7 * 3);
            Assert.Equal(HeaderBytes + (3 * Record) + (int)At(7), body.Length);
            Assert.Equal(0u, At(8));
            Assert.Equal(await games.ReadAsync("default", "0x02000000"),
                BinaryPrimitives.ReadInt64LittleEndian(body.AsSpan(HeaderBytes + StatusBytes + ReadBytes)));
            Assert.Contains(body[(HeaderBytes + StatusBytes + (2 * ReadBytes))..(HeaderBytes + Record)], value => value != 0);
            Assert.Equal(503u, BinaryPrimitives.ReadUInt32LittleEndian(body.AsSpan(HeaderBytes + Record)));
            Assert.Equal(-1, BinaryPrimitives.ReadInt64LittleEndian(body.AsSpan(HeaderBytes + Record + FrameAt)));
            var problems = JsonDocument.Parse(body.AsMemory(HeaderBytes + (3 * Record))).RootElement;
            Assert.Equal(["third", "pocket"], problems.EnumerateArray().Select(problem => problem.GetProperty("emulator").GetString()));
        }
        finally
        {
            await games.RestartAsync("third");
        }
    }

    [Fact]
    public async Task One_emulator_answers_in_the_same_layout()
    {
        var step = await BinaryAsync("/emulators/default/frames/step",
            $$"""{"frames": 2, "read": [{{Counter}}], "screen": {"width": 5, "height": 5, "gray": true} }""");
        // One value, 5 x 5 gray pixels, and the empty list of problems.
        Assert.Equal(HeaderBytes + StatusBytes + ReadBytes + 25 + 2, step.Length);
        var counted = BinaryPrimitives.ReadInt64LittleEndian(step.AsSpan(HeaderBytes + StatusBytes));
        Assert.Equal(await games.ReadAsync("default", "0x02000000"), counted);

        var act = await BinaryAsync("/emulators/default/act",
            $$"""{"steps": [{"buttons": ["A"], "hold": 4}], "settle": 0, "read": [{{Counter}}]}""");
        Assert.Equal(HeaderBytes + StatusBytes + ReadBytes + 2, act.Length);
        Assert.Equal(counted + 4, BinaryPrimitives.ReadInt64LittleEndian(act.AsSpan(HeaderBytes + StatusBytes)));
    }

    private async Task<byte[]> BinaryAsync(string path, string body)
    {
        using var request = new HttpRequestMessage(HttpMethod.Post, path)
        {
            Content = new StringContent(body, Encoding.UTF8, "application/json"),
        };
        request.Headers.Accept.Add(new MediaTypeWithQualityHeaderValue("application/octet-stream"));
        using var response = await games.Client.SendAsync(request, TestContext.Current.CancellationToken);
        var bytes = await response.Content.ReadAsByteArrayAsync(TestContext.Current.CancellationToken);
        Assert.True(response.IsSuccessStatusCode, Encoding.UTF8.GetString(bytes));
        Assert.Equal("application/octet-stream", response.Content.Headers.ContentType?.MediaType);
        return bytes;
    }

    private static int[] Pixels(PngPicture picture) =>
        [.. Enumerable.Range(0, picture.Width * picture.Height).Select(i => picture[i % picture.Width, i / picture.Width])];

    private static long Value(JsonElement result, int index) =>
        result.GetProperty("values")[index].GetProperty("value").GetInt64();
}
