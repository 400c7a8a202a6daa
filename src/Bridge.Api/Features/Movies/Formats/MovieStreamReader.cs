using System.Globalization;
using System.Text;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Movies.Model;
using Bridge.SocketPool.Framing;
using Bridge.SocketPool.Model;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.Api.Features.Movies.Formats;

/// <summary>
/// Reads the stream of a movie that an emulator has written. Of a movie's header, it has only the platform and the number of frames.
/// </summary>
internal ref struct MovieStreamReader
{
    private const int MaxLine = 512;

    private ReadOnlySpan<byte> _rest;

    // Of the line that was taken last, from 1.
    private int _number;

    private MovieStreamReader(ReadOnlySpan<byte> stream) => _rest = stream;

    /// <summary>Reads a stream.</summary>
    /// <param name="stream">The bytes.</param>
    /// <param name="headerOf">Returns the header for a platform and a number of frames.</param>
    /// <exception cref="MovieFormatException">It is not complete or not valid; the sentence names the line.</exception>
    public static Movie Read(ReadOnlySpan<byte> stream, Func<string, int, MovieHeader> headerOf)
    {
        var reader = new MovieStreamReader(stream);
        try
        {
            return reader.ReadMovie(headerOf);
        }
        catch (MovieFormatException exception)
        {
            throw new MovieFormatException(
                string.Create(CultureInfo.InvariantCulture, $"line {reader._number}: {exception.Message}"), exception);
        }
    }

    /// <summary>Reads only the notes, which follow the start.</summary>
    /// <exception cref="MovieFormatException">The stream is not valid up to there.</exception>
    public static IReadOnlyList<GameNote> ReadNotes(ReadOnlySpan<byte> stream)
    {
        var reader = new MovieStreamReader(stream);
        var frames = (int)Number(reader.TakeLine()[^1], 0, MovieLimits.Frames);
        reader.SkipBlob(reader.TakeLine()[^1], 0, MovieLimits.StateBytes);
        var notes = new List<GameNote>();
        while (reader.TakeLine() is ["note", var at, var size])
            notes.Add(reader.ToNote(at, size, frames));
        return notes;
    }

    private Movie ReadMovie(Func<string, int, MovieHeader> headerOf)
    {
        if (TakeLine() is not ["movie", "1", ("GBA" or "GB") and var platform, var count])
            throw new MovieFormatException("The stream must begin with movie 1, a platform and the number of frames.");
        var frames = (int)Number(count, 0, MovieLimits.Frames);
        var start = TakeLine() switch
        {
            ["power", var size] => new MovieStart(IsState: false, TakeBlob(size, 0, MovieLimits.SaveBytes)),
            ["state", "0", var size] => new MovieStart(IsState: true, TakeBlob(size, 1, MovieLimits.StateBytes)),
            _ => throw new MovieFormatException("The second line must be the start: power or state 0, with a size."),
        };
        var (lines, notes, check) = (new List<MovieLine>(), new List<GameNote>(), new LineCheck(frames));
        for (var words = TakeLine(); words is not ["end"]; words = TakeLine())
        {
            if (words is ["note", var at, var size])
            {
                notes.Add(ToNote(at, size, frames));
                continue;
            }

            var line = ToLine(words);
            check.Check(line);
            lines.Add(line);
        }

        return _rest.IsEmpty
            ? new Movie(headerOf(platform, frames) with { Start = start.IsState ? MovieHeader.State : MovieHeader.Power }, start, lines)
            {
                GameNotes = notes,
            }
            : throw new MovieFormatException("Bytes follow the end.");
    }

    private GameNote ToNote(string frame, string size, int frames)
    {
        var note = new GameNote(Number(frame, 0, frames), Encoding.UTF8.GetString(TakeBlob(size, 1, WireLimits.NoteBytes)));
        MovieNotes.Check(note, frames);
        return note;
    }

    private MovieLine ToLine(string[] words) => words switch
    {
        ["keys", var frame, var phase, var mask] => new KeysLine(FrameOf(frame), PhaseOf(phase), (int)Number(mask, 0, int.MaxValue)),
        ["clock", var frame, var seconds] => new ClockLine(FrameOf(frame), Number(seconds, 0, MovieLimits.LastSecond)),
        ["bus", var frame, var phase, var width, var address, var value] =>
            new BusLine(FrameOf(frame), PhaseOf(phase), (int)Number(width, 1, 4), Unsigned(address), Unsigned(value)),
        ["raw", var frame, var phase, var width, var address, var segment, var value] => new RawLine(FrameOf(frame), PhaseOf(phase),
            (int)Number(width, 1, 4), Unsigned(address), (int)Number(segment, -1, ushort.MaxValue), Unsigned(value)),
        ["register", var frame, var phase, var name, var value] =>
            new RegisterLine(FrameOf(frame), PhaseOf(phase), name, (int)Number(value, int.MinValue, int.MaxValue)),
        ["sensors", var frame, var phase, var x, var y, var gyroscope, var light] => new SensorsLine(
            FrameOf(frame), PhaseOf(phase), Thousandths(x), Thousandths(y), Thousandths(gyroscope), Thousandths(light)),
        ["cheats", var frame, var phase, var size] => new CheatsLine(
            FrameOf(frame), PhaseOf(phase), CheatsOf(TakeBlob(size, 0, WireLimits.CheatsBytes))),
        ["reset", var frame] => new ResetLine(FrameOf(frame)),
        ["state", var frame, var size] => new StateLine(FrameOf(frame), TakeBlob(size, 1, MovieLimits.StateBytes)),
        ["hash", var frame, .. var regions] => new HashLine(FrameOf(frame), [.. regions.Select(RegionOf)]),
        _ => throw new MovieFormatException(
            $"Unknown line \"{Parameters.Shorten(string.Join(' ', words))}\", or one without a part of it."),
    };

    private string[] TakeLine()
    {
        _number++;
        var end = _rest.IndexOf((byte)'\n');
        if (end is < 0 or > MaxLine)
            throw new MovieFormatException(end < 0 ? "The stream ends without its end." : $"A line has more than {MaxLine} bytes.");
        var line = Encoding.ASCII.GetString(_rest[..end]);
        _rest = _rest[(end + 1)..];
        return line.Split(' ');
    }

    // Returns the raw bytes that follow a line, and skips the line feed after them.
    private byte[] TakeBlob(string size, int min, int max)
    {
        var from = _rest;
        return from[..SkipBlob(size, min, max)].ToArray();
    }

    private int SkipBlob(string size, int min, int max)
    {
        var count = (int)Number(size, min, max);
        if (_rest.Length <= count || _rest[count] != '\n')
            throw new MovieFormatException($"{count} bytes and a line feed must follow.");
        _rest = _rest[(count + 1)..];
        return count;
    }

    private static IReadOnlyList<GameCheat> CheatsOf(byte[] text)
    {
        try
        {
            return GameCheat.Read(Encoding.UTF8.GetString(text));
        }
        catch (EmulatorException exception)
        {
            throw new MovieFormatException(exception.Message, exception);
        }
    }

    private static RegionHash RegionOf(string text) => text.Split('=') is [var name, { Length: 16 } hash]
        && ulong.TryParse(hash, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var number)
            ? new RegionHash(name, number)
            : throw new MovieFormatException($"A hash must be a region, = and 16 hexadecimal digits; got \"{Parameters.Shorten(text)}\".");

    private static MoviePhase PhaseOf(string letter) => letter switch
    {
        "c" => MoviePhase.Callback,
        "b" => MoviePhase.Between,
        _ => throw new MovieFormatException($"A phase must be c or b; got \"{Parameters.Shorten(letter)}\"."),
    };

    private static int FrameOf(string text) => (int)Number(text, 0, MovieLimits.Frames);

    private static uint Unsigned(string text) => (uint)Number(text, 0, uint.MaxValue);

    private static int Thousandths(string text) => (int)Number(text, short.MinValue, short.MaxValue);

    private static long Number(string text, long min, long max) =>
        long.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var number) && number >= min && number <= max
            ? number
            : throw new MovieFormatException(string.Create(CultureInfo.InvariantCulture,
                $"A number must be {min} to {max}; got \"{Parameters.Shorten(text)}\"."));
}
