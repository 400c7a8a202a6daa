using Bridge.Api.Features.Movies.Formats;
using Bridge.Api.Features.Movies.Model;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.Api.Tests.Features.Movies;

/// <summary>Movies for tests, made from seeds.</summary>
internal static class MovieSamples
{
    public static readonly MovieGame Game = new("1.2.3", "0.10.5", "GBA", "0123abcd", "AGB", "BUTTONTEST", "BTST", "button-test.gba");

    public static readonly MovieGame GameBoy = Game with { Platform = "GB", Model = "CGB" };

    /// <summary>Returns a movie with lines of all kinds.</summary>
    public static Movie Random(int seed)
    {
        var random = new Random(seed);
        var frames = random.Next(1, 200);
        var start = random.Next(3) switch
        {
            0 => MovieStart.PowerOn,
            1 => new MovieStart(IsState: false, Bytes(random, 64)),
            _ => new MovieStart(IsState: true, Bytes(random, 300)),
        };
        var lines = new List<MovieLine>();
        for (var frame = 0; frame <= frames; frame++)
        {
            AddActs(lines, frame, MoviePhase.Callback, random);
            AddActs(lines, frame, MoviePhase.Between, random);
            if (random.Next(8) == 0)
                lines.Add(new HashLine(frame, [new("iwram", (ulong)random.NextInt64()), new("wram", ulong.MaxValue)]));
            if (random.Next(8) == 0 && frame < frames)
                lines.Add(new ClockLine(frame, random.NextInt64(MovieLimits.LastSecond)));
        }

        var header = Game.NewHeader(MovieHeader.FromHistory, frames, new MovieClock(random.Next(2) == 0 ? null : 1_700_000_000), "A note.");
        return new Movie(header with { Start = start.IsState ? MovieHeader.State : MovieHeader.Power }, start, lines)
        {
            GameNotes = [.. Enumerable.Range(0, random.Next(3)).Select(at => new GameNote(at * frames / 2, $"Note {at}: <é>"))],
        };
    }

    /// <summary>Returns a movie with inputs and resets only, as those of other programs are.</summary>
    public static Movie RandomInputs(int seed, MovieGame game)
    {
        var random = new Random(seed);
        var last = game.Platform == "GBA" ? 1024 : 256;
        var mask = 0;
        var inputs = Enumerable.Range(0, random.Next(300)).Select(_ => new InputFrame(
            mask = random.Next(3) == 0 ? random.Next(last) : mask, random.Next(20) == 0)).ToArray();
        return new Movie(
            game.NewHeader(MovieHeader.FromHistory, inputs.Length, default),
            random.Next(2) == 0 ? MovieStart.PowerOn : new MovieStart(IsState: false, Bytes(random, 64)), InputFrame.ToLines(inputs));
    }

    /// <summary>Fails unless two movies are equal. Their streams are compared, because records compare lists by reference.</summary>
    public static void AssertSame(Movie expected, Movie got)
    {
        Assert.Equal(expected.Header with { Notes = [] }, got.Header with { Notes = [] });
        Assert.Equal(expected.Header.Notes, got.Header.Notes);
        Assert.Equal(MovieStreamWriter.Write(expected), MovieStreamWriter.Write(got));
    }

    private static void AddActs(List<MovieLine> lines, int frame, MoviePhase phase, Random random)
    {
        for (var count = random.Next(4) == 0 ? random.Next(4) : 0; count > 0; count--)
        {
            lines.Add(random.Next(phase == MoviePhase.Callback ? 6 : 8) switch
            {
                0 => new KeysLine(frame, phase, random.Next(1024)),
                1 => new BusLine(frame, phase, 2, (uint)random.NextInt64(1L << 32), (uint)random.Next(1 << 16)),
                2 => new RawLine(frame, phase, 4, (uint)random.Next(), random.Next(-1, 65536), (uint)random.NextInt64(1L << 32)),
                3 => new RegisterLine(frame, phase, "r0", random.Next(int.MinValue, int.MaxValue)),
                4 => new SensorsLine(frame, phase, random.Next(-1000, 1001), random.Next(-1000, 1001), 5, random.Next(1001)),
                5 => new CheatsLine(frame, phase, [.. Enumerable.Range(0, random.Next(3)).Select(i =>
                    new GameCheat($"Lives é {i}", random.Next(2) == 0, "auto", [$"82000300 00{random.Next(10, 100)}"]))]),
                6 => new ResetLine(frame),
                _ => new StateLine(frame, Bytes(random, 200)),
            });
        }
    }

    // The last byte is a line feed, which a reader must not take for the end of a line.
    private static byte[] Bytes(Random random, int count)
    {
        var bytes = new byte[random.Next(1, count)];
        random.NextBytes(bytes);
        bytes[^1] = (byte)'\n';
        return bytes;
    }
}
