using System.IO.Compression;
using System.Text;
using Bridge.Api.Features.Movies.Formats;
using Bridge.Api.Features.Movies.Model;

namespace Bridge.Api.Tests.Features.Movies.Formats;

public sealed class BridgeMovieTests
{
    private const string Header = """
        {"format":1,"bridge":"1.0.0","mgba":"0.10.5","platform":"GBA","model":"AGB","crc32":"0123abcd","title":"T","code":"BTST",
        "rom":"button-test.gba","start":"power","frames":100,"clock":"system","bios":null,"idleOptimization":"remove",
        "opposingDirections":true,"source":"history","notes":[]}
        """;

    private static readonly byte[] Zeros = new byte[1 << 20];

    [Fact]
    public void A_movie_is_read_as_the_document_describes_it()
    {
        var movie = Read(Header.Replace("\"power\"", "\"state\"").Replace("\"system\"", "1700000000"), """
            {"frame":0,"at":"callback","buttons":["A","Right"]}
            {"frame":0,"clock":1700000000}
            {"frame":5,"at":"callback","write":"bus","address":33554432,"width":2,"value":7}
            {"frame":5,"at":"callback","write":"raw","address":16,"segment":-1,"width":1,"value":7}
            {"frame":5,"at":"between","register":"r0","value":-5}
            {"frame":9,"at":"between","sensors":{"x":-0.5,"y":1,"gyroscope":0,"light":0.001}}
            {"frame":9,"at":"between","cheats":[{"name":"Lives","enabled":true,"type":"auto","lines":["82000300 0063"]}]}
            {"frame":9,"reset":true}
            {"frame":9,"state":"states/1.state"}
            {"frame":60,"hashes":{"wram":"0123456789abcdef","iwram":"ffffffffffffffff"}}
            """, ("start.state", [1, 2]), ("states/1.state", [3]));

        Assert.Equal((new MovieClock(1_700_000_000), true, 1), (movie.Header.Clock, movie.Start.IsState, movie.Hashes));
        Assert.Equal([1, 2], movie.Start.Bytes);
        Assert.Equal(
        [
            new KeysLine(0, MoviePhase.Callback, 0x11), new ClockLine(0, 1_700_000_000),
            new BusLine(5, MoviePhase.Callback, 2, 0x02000000, 7), new RawLine(5, MoviePhase.Callback, 1, 16, -1, 7),
            new RegisterLine(5, MoviePhase.Between, "r0", -5), new SensorsLine(9, MoviePhase.Between, -500, 1000, 0, 1),
        ], movie.Lines.Take(6));
        var cheat = Assert.Single(Assert.IsType<CheatsLine>(movie.Lines[6]).Cheats);
        Assert.Equal(("Lives", true, "auto", "82000300 0063"), (cheat.Name, cheat.IsOn, cheat.Type, Assert.Single(cheat.Lines)));
        Assert.Equal(new ResetLine(9), movie.Lines[7]);
        Assert.Equal([3], Assert.IsType<StateLine>(movie.Lines[8]).State);
        Assert.Equal([new("wram", 0x0123456789abcdef), new("iwram", ulong.MaxValue)], Assert.IsType<HashLine>(movie.Lines[9]).Regions);
    }

    [Fact]
    public void Optional_members_may_be_missing_and_further_ones_are_skipped()
    {
        var movie = Read("""
            {"format":1,"bridge":"1.0.0","mgba":"0.10.5","platform":"GB","crc32":"0123ABCD","start":"power","frames":0,"clock":"system",
            "idleOptimization":"remove","opposingDirections":true,"source":"bk2","notes":["a"],"later":[1]}
            """, "", ("start.sav", [9]), ("notes.txt", [1]), ("../../evil", [1]));

        Assert.Equal((null, null, false), (movie.Header.Model, movie.Header.Bios, movie.Start.IsState));
        Assert.Equal([9], movie.Start.Bytes);
    }

    [Theory]
    [InlineData("\"format\":1", "\"format\":2", "movie.json: format must be 1; got 2. Another version of the bridge wrote this movie.")]
    [InlineData("\"format\":1", "\"format\":\"1\"", "movie.json: format must be 1; got \"1\".")]
    [InlineData("\"format\":1,", "", "movie.json: format is required: 1.")]
    [InlineData("\"frames\":100", "\"frames\":1000000000", "movie.json: frames must be 0 to 100000000; got \"1000000000\".")]
    [InlineData("\"frames\":100", "\"frames\":-1", "movie.json: frames must be 0 to 100000000; got \"-1\".")]
    [InlineData("\"frames\":100", "\"frames\":99999999999", "movie.json: \"frames\" is unknown, has a wrong type, or is there twice.")]
    [InlineData("\"frames\":100,", "", "movie.json: It is not a valid JSON object, or lacks a member.")]
    [InlineData("\"GBA\"", "\"NES\"", "movie.json: platform must be GBA or GB; got \"NES\".")]
    [InlineData("\"0123abcd\"", "\"123\"", "movie.json: crc32 must be eight hexadecimal digits; got \"123\".")]
    [InlineData("\"0123abcd\"", "null", "movie.json: \"crc32\" is unknown, has a wrong type, or is there twice.")]
    [InlineData("\"power\"", "\"middle\"", "movie.json: start must be power or state; got \"middle\".")]
    [InlineData("\"power\"", "\"state\"", "The zip has no file start.state.")]
    [InlineData("\"system\"", "\"sundial\"", "movie.json: \"clock\" is unknown, has a wrong type, or is there twice.")]
    [InlineData("\"history\"", "\"tape\"", "movie.json: source must be history or bk2 or vbm; got \"tape\".")]
    [InlineData("\"notes\":[]", "\"notes\":[null]", "movie.json: notes must be at most 100 texts; got \"1\".")]
    [InlineData("{", "[", "movie.json: It is not a valid JSON object, or lacks a member.")]
    public void A_wrong_header_is_refused(string old, string changed, string sentence) =>
        Refuses(sentence, () => Read(Header.Replace(old, changed), ""));

    [Theory]
    [InlineData("""{"frame":101,"reset":true}""", "frame must be 0 to 100; got 101.")]
    [InlineData("""{"frame":100,"clock":1}""", "frame must be 0 to 99; got 100.")]
    [InlineData("""{"frame":-1,"reset":true}""", "frame must be 0 to 100; got -1.")]
    [InlineData("""{"frame":49,"reset":true}""", "frame must be 50 or more, as in the line before; got 49.")]
    [InlineData("""{"frame":50,"at":"callback","buttons":[]}""", "Within a frame come first")]
    [InlineData("""{"reset":true}""", "frame is required.")]
    [InlineData("""{"frame":60}""", "A line must have buttons, clock, write, register, sensors, cheats, reset, state or hashes.")]
    [InlineData("""{"frame":60,"reset":false}""", "A line must have buttons, clock")]
    [InlineData("""{"frame":60,"explode":true}""", "\"explode\" is unknown, has a wrong type, or is there twice.")]
    [InlineData("""{"frame":60,"reset":true,"clock":5}""", "A line must have the members of one kind only; got more.")]
    [InlineData("""{"frame":60,"reset":true,"at":"between"}""", "A line must have the members of one kind only; got more.")]
    [InlineData("""{"frame":60,"frame":61,"reset":true}""", "\"frame\" is unknown, has a wrong type, or is there twice.")]
    [InlineData("""{"frame":"60","reset":true}""", "\"frame\" is unknown, has a wrong type, or is there twice.")]
    [InlineData("", "It is not a valid JSON object, or lacks a member.")]
    [InlineData("null", "A line must be an object; got null.")]
    [InlineData("""{"frame":60,"buttons":["A"]}""", "at is required.")]
    [InlineData("""{"frame":60,"at":"noon","buttons":["A"]}""", "at must be callback or between; got \"noon\".")]
    [InlineData("""{"frame":60,"at":"between","buttons":["C"]}""", "buttons must have A, B, Select")]
    [InlineData("""{"frame":60,"at":"between","buttons":["1"]}""", "got \"1\".")]
    [InlineData("""{"frame":60,"at":"between","buttons":["A, B"]}""", "got \"A, B\".")]
    [InlineData("""{"frame":60,"at":"between","buttons":[null]}""", "got \"null\".")]
    [InlineData("""{"frame":60,"clock":-1}""", "clock must be 0 to 253402300799; got -1.")]
    [InlineData("""{"frame":60,"at":"between","write":"rom","address":0,"width":1,"value":0}""", "write must be bus or raw; got \"rom\".")]
    [InlineData("""{"frame":60,"at":"between","write":"bus","address":0,"width":3,"value":0}""", "width must be 1, 2 or 4; got 3.")]
    [InlineData("""{"frame":60,"at":"between","write":"bus","address":0,"width":1,"value":256}""", "value must be 0 to 255; got 256.")]
    [InlineData("""{"frame":60,"at":"between","write":"bus","address":0,"width":4,"value":4294967296}""", "value must be 0 to 4294967295")]
    [InlineData("""{"frame":60,"at":"between","write":"bus","address":0,"width":4}""", "value is required.")]
    [InlineData("""{"frame":60,"at":"between","write":"raw","address":0,"width":4,"value":1}""", "segment is required.")]
    [InlineData("""{"frame":60,"at":"between","write":"raw","address":0,"width":4,"value":1,"segment":65536}""", "segment must be -1 to")]
    [InlineData("""{"frame":60,"at":"between","register":"R0","value":1}""", "register must be 1 to 15 characters")]
    [InlineData("""{"frame":60,"at":"between","register":"r0","value":2147483648}""", "value must be -2147483648 to 2147483647")]
    [InlineData("""{"frame":60,"sensors":{"x":0,"y":0,"gyroscope":0,"light":0}}""", "at is required.")]
    [InlineData("""{"frame":60,"at":"between","sensors":{"x":0,"y":0,"gyroscope":0}}""", "light is required.")]
    [InlineData("""{"frame":60,"at":"between","sensors":{"x":-1.5,"y":0,"gyroscope":0,"light":0}}""", "x must be -1 to 1; got -1.5.")]
    [InlineData("""{"frame":60,"at":"between","sensors":{"x":0,"y":0,"gyroscope":0,"light":-0.1}}""", "light must be 0 to 1; got -0.1.")]
    [InlineData("""{"frame":60,"at":"between","cheats":[{"name":"a","type":"auto","lines":[]}]}""", "enabled of a cheat is required.")]
    [InlineData("""{"frame":60,"at":"between","cheats":[null]}""", "name of a cheat is required.")]
    [InlineData("""{"frame":60,"at":"between","cheats":[{"name":"a\n+ b","enabled":true,"type":"a","lines":["1"]}]}""", "a type and codes")]
    [InlineData("""{"frame":60,"at":"between","cheats":[{"name":"a","enabled":true,"type":"a b","lines":["1"]}]}""", "a type and codes")]
    [InlineData("""{"frame":60,"at":"between","cheats":[{"name":"a","enabled":true,"type":"a","lines":["+ b"]}]}""", "a type and codes")]
    [InlineData("""{"frame":60,"at":"between","cheats":[{"name":"a","enabled":true,"type":"a","lines":["1\n2"]}]}""", "a type and codes")]
    [InlineData("""{"frame":60,"state":"../../etc/passwd"}""", "state must be states/1.state; got \"../../etc/passwd\".")]
    [InlineData("""{"frame":60,"state":"states/1.state"}""", "The zip has no file states/1.state.")]
    [InlineData("""{"frame":60,"hashes":{}}""", "the number of hashes must be 1 to 8; got 0.")]
    [InlineData("""{"frame":60,"hashes":{"wram":"123"}}""", "A hash must be 16 hexadecimal digits; got \"123\".")]
    [InlineData("""{"frame":60,"hashes":{"wram":null}}""", "A hash must be 16 hexadecimal digits; got \"null\".")]
    [InlineData("""{"frame":60,"hashes":{"w ram":"0123456789abcdef"}}""", "A region's name must be 1 to 8 letters")]
    public void A_wrong_line_is_refused_with_its_number(string line, string sentence)
    {
        var exception = Refuses(sentence, () => Read(Header, """{"frame":50,"hashes":{"wram":"0123456789abcdef"}}""" + "\n" + line + "\n"));
        Assert.StartsWith("log.jsonl, line 2: ", exception.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Bytes_that_are_no_movie_are_refused()
    {
        Refuses("The file must be a movie", () => MovieFile.ReadOwn("hello"u8.ToArray()));
        Refuses("The file must be a movie", () => MovieFile.Read(Array.Empty<byte>(), MovieSamples.Game));
        Refuses("The zip is damaged.", () => MovieFile.ReadOwn("PK\u0003\u0004 nothing more"u8.ToArray()));
        Refuses("got a zip without movie.json", () => MovieFile.ReadOwn(ZipOf(("a.txt", [1]))));
        Refuses("The zip has the file movie.json twice.", () => MovieFile.ReadOwn(ZipOf(("movie.json", [1]), ("movie.json", [1]))));
    }

    [Fact]
    public void A_zip_with_a_flipped_bit_is_refused_or_read_as_the_same_movie()
    {
        // Without notes: a damaged name of their file hides them, as a reader skips files that it doesn't know.
        var movie = MovieSamples.Random(3) with { GameNotes = [] };
        var bytes = BridgeMovie.Write(movie);
        for (var i = 4; i < bytes.Length; i++)
        {
            bytes[i] ^= 0x10;
            try
            {
                // The same, if the bit is in a field that nobody reads, like the time.
                MovieSamples.AssertSame(movie, MovieFile.ReadOwn(bytes));
            }
            catch (MovieFormatException)
            {
                // Refused.
            }

            bytes[i] ^= 0x10;
        }
    }

    [Fact]
    public void Four_gigabytes_of_zeros_are_refused_without_unpacking_them()
    {
        using var stream = new MemoryStream();
        using (var zip = new ZipArchive(stream, ZipArchiveMode.Create, leaveOpen: true))
        {
            Add(zip, "movie.json", Encoding.UTF8.GetBytes(Header));
            using var log = zip.CreateEntry("log.jsonl").Open();
            for (var i = 0; i < 4096; i++)
                log.Write(Zeros);
        }

        Assert.InRange(stream.Length, 0, MovieLimits.Bytes);
        var before = GC.GetAllocatedBytesForCurrentThread();
        Refuses("A movie must unpack to at most 33,554,432 bytes; got more.", () => MovieFile.ReadOwn(stream.ToArray()));
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 256L << 20);
    }

    [Fact]
    public void Many_states_are_refused_by_their_sum_and_one_by_its_size()
    {
        var state = new byte[MovieLimits.StateBytes];
        Refuses("A movie must unpack to at most 33,554,432 bytes; got more.", () => Read(Header, StateLines(16), StateFiles(16, state)));
        Refuses("states/1.state must have at most 2,097,152 bytes; got more.",
            () => Read(Header, StateLines(1), StateFiles(1, [.. state, 0])));
        Assert.Equal(15, Read(Header, StateLines(15), StateFiles(15, state)).Lines.Count);
    }

    [Fact]
    public void Ten_thousand_states_are_read_and_too_many_files_are_refused()
    {
        Assert.Equal(10_000, Read(Header, StateLines(10_000), StateFiles(10_000, [1])).Lines.Count);
        Refuses("The zip must have at most 10003 files; got more.", () => Read(Header, StateLines(10_002), StateFiles(10_002, [1])));
    }

    [Fact]
    public void A_movie_that_could_not_be_read_again_is_not_written()
    {
        var lines = Enumerable.Range(0, 17).Select(i => new StateLine(i, new byte[MovieLimits.StateBytes])).ToArray();
        var movie = MovieSamples.Random(1) with { Lines = lines };
        Refuses("A movie must have at most 33,554,432 bytes", () => BridgeMovie.Write(movie));
        Refuses("A movie must have at most 33,554,432 bytes", () => MovieStreamWriter.Write(movie));
    }

    private static string StateLines(int count) =>
        string.Concat(Enumerable.Range(1, count).Select(i => $$"""{"frame":9,"state":"states/{{i}}.state"}""" + "\n"));

    private static (string, byte[])[] StateFiles(int count, byte[] state) =>
        [.. Enumerable.Range(1, count).Select(i => ($"states/{i}.state", state))];

    private static Movie Read(string header, string log, params (string Name, byte[] Bytes)[] files) => MovieFile.ReadOwn(ZipOf(
        [("movie.json", Encoding.UTF8.GetBytes(header)), ("log.jsonl", Encoding.UTF8.GetBytes(log)), .. files]));

    private static byte[] ZipOf(params (string Name, byte[] Bytes)[] files)
    {
        using var stream = new MemoryStream();
        using (var zip = new ZipArchive(stream, ZipArchiveMode.Create, leaveOpen: true))
        {
            foreach (var (name, bytes) in files)
                Add(zip, name, bytes);
        }

        return stream.ToArray();
    }

    private static void Add(ZipArchive zip, string name, byte[] bytes)
    {
        using var file = zip.CreateEntry(name, CompressionLevel.Fastest).Open();
        file.Write(bytes);
    }

    private static MovieFormatException Refuses(string sentence, Func<object> read)
    {
        var exception = Assert.Throws<MovieFormatException>(read);
        Assert.Contains(sentence, exception.Message, StringComparison.Ordinal);
        return exception;
    }
}
