using System.Globalization;
using System.Text;
using Bridge.Api.Features.Movies.Model;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.Api.Features.Movies.Formats;

/// <summary>Writes movies as the emulator reads them: lines of text, after some of them raw bytes (docs/movies.md).</summary>
internal static class MovieStreamWriter
{
    /// <summary>Returns the stream of a movie.</summary>
    /// <exception cref="MovieFormatException">It has more bytes than a movie may have.</exception>
    public static byte[] Write(Movie movie)
    {
        using var stream = new MemoryStream();
        Line(stream, $"movie {MovieLimits.Format} {movie.Header.Platform} {movie.Header.Frames}");
        var start = movie.Start;
        Line(stream, $"{(start.IsState ? "state 0" : "power")} {start.Bytes.Length}");
        Blob(stream, start.Bytes);
        foreach (var note in movie.GameNotes)
        {
            var text = Encoding.UTF8.GetBytes(note.Text);
            Line(stream, $"note {note.Frame} {text.Length}");
            Blob(stream, text);
        }

        foreach (var line in movie.Lines)
        {
            Line(stream, TextOf(line));
            if (BlobOf(line) is { } blob)
                Blob(stream, blob);
            if (stream.Length > MovieLimits.Bytes)
                throw TooLarge();
        }

        Line(stream, $"end");
        return stream.Length <= MovieLimits.Bytes ? stream.ToArray() : throw TooLarge();
    }

    private static FormattableString TextOf(MovieLine line) => line switch
    {
        KeysLine keys => $"keys {keys.Frame} {Letter(keys)} {keys.Mask}",
        ClockLine clock => $"clock {clock.Frame} {clock.Seconds}",
        BusLine bus => $"bus {bus.Frame} {Letter(bus)} {bus.Width} {bus.Address} {bus.Value}",
        RawLine raw => $"raw {raw.Frame} {Letter(raw)} {raw.Width} {raw.Address} {raw.Segment} {raw.Value}",
        RegisterLine register => $"register {register.Frame} {Letter(register)} {register.Name} {register.Value}",
        SensorsLine tilt => $"sensors {tilt.Frame} {Letter(tilt)} {tilt.TiltX} {tilt.TiltY} {tilt.Gyroscope} {tilt.Light}",
        CheatsLine cheats => $"cheats {cheats.Frame} {Letter(cheats)} {BlobOf(cheats)!.Length}",
        ResetLine reset => $"reset {reset.Frame}",
        StateLine state => $"state {state.Frame} {state.State.Length}",
        HashLine hash => $"hash {hash.Frame} {string.Join(' ', hash.Regions.Select(region => $"{region.Name}={region.Hash:x16}"))}",
        _ => throw new ArgumentException($"A stream has no lines like {line.GetType().Name}.", nameof(line)),
    };

    private static byte[]? BlobOf(MovieLine line) => line switch
    {
        StateLine state => state.State,
        CheatsLine cheats => Encoding.UTF8.GetBytes(GameCheat.Write(cheats.Cheats)),
        _ => null,
    };

    private static char Letter(ActLine act) => act.Phase == MoviePhase.Callback ? 'c' : 'b';

    private static void Line(MemoryStream stream, FormattableString text)
    {
        stream.Write(Encoding.ASCII.GetBytes(text.ToString(CultureInfo.InvariantCulture)));
        stream.WriteByte((byte)'\n');
    }

    private static void Blob(MemoryStream stream, byte[] bytes)
    {
        stream.Write(bytes);
        stream.WriteByte((byte)'\n');
    }

    private static MovieFormatException TooLarge() => new(string.Create(CultureInfo.InvariantCulture,
        $"A movie must have at most {MovieLimits.Bytes:N0} bytes; this one has more."));
}
