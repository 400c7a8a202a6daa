using System.IO.Compression;
using System.Text;
using Bridge.Api.Features.Movies.Formats;
using Bridge.Api.Features.Movies.Model;

namespace Bridge.Api.Tests.Features.Movies.Formats;

public sealed class Bk2MovieTests
{
    private const string Key = "LogKey:#Tilt X|Tilt Y|Tilt Z|Light Sensor|Up|Down|Left|Right|Start|Select|B|A|L|R|Power|";
    private const string Header = "MovieVersion BizHawk v2.0.0\r\nPlatform GBA\r\nCore mGBA\r\nemuVersion Version 2.9.1\r\n";

    [Fact]
    public void Inputs_are_read_by_the_log_key()
    {
        var movie = Read(MovieSamples.Game, Header, $"""
            [Input]
            {Key}
            |    0,    0,    0,    0,...........|
            |    0,    0,    0,    0,U......A...|
            |    0,    0,    0,    0,U......A...|
            |    0,    0,    0,    0,.........rP|
            |    0,    0,    0,    0,........l..|
            [/Input]
            """);

        Assert.Equal(5, movie.Header.Frames);
        Assert.Equal(
            [
                new KeysLine(1, MoviePhase.Between, 0x41), new ResetLine(3), new KeysLine(3, MoviePhase.Between, 0x100),
                new KeysLine(4, MoviePhase.Between, 0x200),
            ], movie.Lines);
        Assert.Equal((MovieHeader.FromBk2, false, 0), (movie.Header.Source, movie.Start.IsState, movie.Start.Bytes.Length));
    }

    [Theory]
    [InlineData("#Up|Down|Left|Right|Start|Select|B|A|Power|", "|.......A.|")]
    [InlineData("#P1 A|P1 B|P1 Up|", "|A..|")]
    [InlineData("#Power|#P1 B|P1 A|", "|.|.x|")]
    public void Buttons_of_a_Game_Boy_have_several_orders(string key, string line)
    {
        var movie = Read(MovieSamples.GameBoy, "Platform GBC\n", $"[Input]\nLogKey:{key}\n{line}\n[/Input]\n");
        Assert.Equal([new KeysLine(0, MoviePhase.Between, 1)], movie.Lines);
    }

    [Fact]
    public void Save_memory_at_the_start_is_read()
    {
        var movie = Read(MovieSamples.Game, Header + "StartsFromSaveRam True\n", Log(), ("MovieSaveRam.bin", [1, 2, 3]));
        Assert.Equal([1, 2, 3], movie.Start.Bytes);
    }

    [Fact]
    public void A_long_text_leaves_the_movie_readable()
    {
        var movie = Read(MovieSamples.Game, $"MovieVersion BizHawk v2.0.0\nemuVersion {new string('9', 400)}\nPlatform GBA\n", Log());
        Assert.Equal(movie.Header.Notes, MovieFile.ReadOwn(BridgeMovie.Write(movie)).Header.Notes);
    }

    [Fact]
    public void Differences_are_told()
    {
        var notes = Read(MovieSamples.Game, Header + "FirmwareSHA1 300C20DF6731A33952DED8C436F7F186D25D3492\n",
            Log("|    0,   -5,    0,    9,...........|"),
            ("SyncSettings.json", """{"o":{"$type":"MGBAHawk","SkipBios":false,"RTCUseRealTime":true}}"""u8.ToArray())).Header.Notes;

        Assert.Contains(notes, note => note.Contains("Version 2.9.1 of BizHawk and its core mGBA", StringComparison.Ordinal));
        Assert.Contains(notes, note => note.Contains("made with a BIOS", StringComparison.Ordinal));
        Assert.Contains(notes, note => note.Contains("real time", StringComparison.Ordinal));
        Assert.Contains("The bridge ignores Light Sensor, Tilt Y.", notes);
    }

    [Theory]
    [InlineData("Platform NES\n", "The movie is for the NES; this game is for the GBA.")]
    [InlineData("Platform GB\n", "The movie is for the GB; this game is for the GBA.")]
    [InlineData("CRC32 DEADBEEF\n", "The movie is of a ROM with the CRC-32 DEADBEEF; this game's is 0123abcd.")]
    [InlineData("StartsFromSavestate True\n", "The movie starts from a state of BizHawk")]
    [InlineData("StartsFromSavestate 1\n", "The movie starts from a state of BizHawk")]
    [InlineData("StartsFromSaveRam True\n", "has no file MovieSaveRam.bin")]
    public void A_movie_that_cannot_be_played_is_refused(string header, string sentence) =>
        Refuses(sentence, header, Log());

    [Theory]
    [InlineData("", "Input Log.txt has no LogKey.")]
    [InlineData("|...|\n", "Input Log.txt, line 1: The LogKey must come before the input.")]
    [InlineData("LogKey:#P1 X|P1 Y|\n", "LogKey must have buttons of a Game Boy")]
    [InlineData("LogKey:#Input Length|Up|\n", "frames of other lengths")]
    [InlineData("LogKey:#Up|Down|\n|..|\n|.|\n", "Input Log.txt, line 3: The line must have 2 values, as its LogKey; got 1.")]
    [InlineData("LogKey:#Up|Down|\n|..|..|\n", "Input Log.txt, line 2: The line must have a field for each of 1 groups; got 2.")]
    [InlineData("LogKey:#Tilt X|Up|\n|  x,.|\n", "Input Log.txt, line 2: Tilt X must be a number; got \"  x\".")]
    [InlineData("LogKey:#Up|\nhello\n", "Input Log.txt, line 2: It is neither a LogKey nor the input of a frame.")]
    public void A_wrong_log_is_refused(string log, string sentence) => Refuses(sentence, Header, log);

    [Fact]
    public void A_movie_from_a_state_or_with_writes_is_not_written()
    {
        var movie = MovieSamples.RandomInputs(1, MovieSamples.Game);
        Assert.Contains("starts from a state", Assert.Throws<MovieFormatException>(
            () => Bk2Movie.Write(movie with { Start = new MovieStart(IsState: true, [1]) })).Message, StringComparison.Ordinal);
        Assert.Contains("The movie has a write, a sensor, a cheat or a loaded state after frame 0", Assert.Throws<MovieFormatException>(
            () => Bk2Movie.Write(movie with
            {
                Header = movie.Header with { Frames = 1 },
                Lines = [new BusLine(0, MoviePhase.Callback, 1, 0, 0)],
            })).Message, StringComparison.Ordinal);
    }

    private static string Log(params string[] lines) => $"[Input]\n{Key}\n{string.Join('\n', lines)}\n[/Input]\n";

    private static void Refuses(string sentence, string header, string log) => Assert.Contains(sentence,
        Assert.Throws<MovieFormatException>(() => Read(MovieSamples.Game, header, log)).Message, StringComparison.Ordinal);

    private static Movie Read(MovieGame game, string header, string log, params (string Name, byte[] Bytes)[] files)
    {
        using var stream = new MemoryStream();
        using (var zip = new ZipArchive(stream, ZipArchiveMode.Create, leaveOpen: true))
        {
            (string, byte[])[] all =
                [("Header.txt", Encoding.UTF8.GetBytes(header)), ("Input Log.txt", Encoding.UTF8.GetBytes(log)), .. files];
            foreach (var (name, bytes) in all)
            {
                using var file = zip.CreateEntry(name).Open();
                file.Write(bytes);
            }
        }

        return MovieFile.Read(stream.ToArray(), game);
    }
}
