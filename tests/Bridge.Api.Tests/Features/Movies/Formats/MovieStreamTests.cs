using System.Text;
using Bridge.Api.Features.Movies.Formats;
using Bridge.Api.Features.Movies.Model;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.Api.Tests.Features.Movies.Formats;

public sealed class MovieStreamTests
{
    [Fact]
    public void A_stream_is_written_as_the_document_describes_it()
    {
        var header = MovieSamples.Game.NewHeader(MovieHeader.FromHistory, 100, default);
        var movie = new Movie(header, new MovieStart(IsState: false, "save"u8.ToArray()),
        [
            new KeysLine(0, MoviePhase.Callback, 0x11), new RegisterLine(0, MoviePhase.Between, "r0", -5),
            new SensorsLine(0, MoviePhase.Between, -500, 1000, 0, 1),
            new CheatsLine(0, MoviePhase.Between, [new GameCheat("é", false, "vba", ["02000300:63"])]), new ClockLine(0, 1_700_000_000),
            new BusLine(5, MoviePhase.Callback, 2, 33554432, 7), new RawLine(5, MoviePhase.Between, 1, 16, -1, 7), new ResetLine(5),
            new StateLine(9, "a\nb"u8.ToArray()), new HashLine(60, [new("wram", 0x123), new("iwram", ulong.MaxValue)]),
        ])
        {
            GameNotes = [new(0, "é"), new(100, "the end")],
        };

        Assert.Equal("""
            movie 1 GBA 100
            power 4
            save
            note 0 2
            é
            note 100 7
            the end
            keys 0 c 17
            register 0 b r0 -5
            sensors 0 b -500 1000 0 1
            cheats 0 b 21
            - vba é
            02000300:63

            clock 0 1700000000
            bus 5 c 2 33554432 7
            raw 5 b 1 16 -1 7
            reset 5
            state 9 3
            a
            b
            hash 60 wram=0000000000000123 iwram=ffffffffffffffff
            end

            """.ReplaceLineEndings("\n"), Encoding.UTF8.GetString(MovieStreamWriter.Write(movie)));
    }

    [Theory]
    [InlineData("", "line 1: The stream ends without its end.")]
    [InlineData("movie 2 GBA 10\n", "line 1: The stream must begin with movie 1")]
    [InlineData("movie 1 NES 10\n", "line 1: The stream must begin with movie 1")]
    [InlineData("movie 1 GBA 100000001\n", "line 1: A number must be 0 to 100000000; got \"100000001\".")]
    [InlineData("movie 1 GBA 10\nend\n", "line 2: The second line must be the start")]
    [InlineData("movie 1 GBA 10\npower 5\nabc\n", "line 2: 5 bytes and a line feed must follow.")]
    [InlineData("movie 1 GBA 10\npower 135169\nabc\n", "line 2: A number must be 0 to 135168")]
    [InlineData("movie 1 GBA 10\nstate 0 0\n\n", "line 2: A number must be 1 to 2097152")]
    [InlineData("movie 1 GBA 10\npower 0\n\nnote 1 601\nx\nend\n", "line 3: A number must be 1 to 600; got \"601\".")]
    [InlineData("movie 1 GBA 10\npower 0\n\nnote 11 1\nx\nend\n", "line 3: A number must be 0 to 10; got \"11\".")]
    [InlineData("movie 1 GBA 10\npower 0\n\nnote 1 1\n\t\nend\n", "line 3: text must be 1 to 200 characters of one line")]
    [InlineData("movie 1 GBA 10\npower 0\n\nkeys 1 x 1\nend\n", "line 3: A phase must be c or b; got \"x\".")]
    [InlineData("movie 1 GBA 10\npower 0\n\nkeys 1 c 1024\nend\n", "line 3: keys must be 0 to 1023; got 1024.")]
    [InlineData("movie 1 GBA 10\npower 0\n\nkeys 11 c 1\nend\n", "line 3: frame must be 0 to 10; got 11.")]
    [InlineData("movie 1 GBA 10\npower 0\n\nexplode 1\nend\n", "line 3: Unknown line \"explode 1\"")]
    [InlineData("movie 1 GBA 10\npower 0\n\nreset 1\nreset 0\nend\n", "line 4: frame must be 1 or more")]
    [InlineData("movie 1 GBA 10\npower 0\n\nsensors 1 c 0 0 0 1001\nend\n", "line 3: light must be 0 to 1000; got 1001.")]
    [InlineData("movie 1 GBA 10\npower 0\n\nsensors 1 c -1001 0 0 0\nend\n", "line 3: x must be -1000 to 1000; got -1001.")]
    [InlineData("movie 1 GBA 10\npower 0\n\ncheats 1 c 2\nab\nend\n", "line 3: The script describes cheats in another form.")]
    [InlineData("movie 1 GBA 10\npower 0\n\ncheats 1 c 65537\nab\nend\n", "line 3: A number must be 0 to 65536")]
    [InlineData("movie 1 GBA 10\npower 0\n\nhash 1 wram\nend\n", "line 3: A hash must be a region, =")]
    [InlineData("movie 1 GBA 10\npower 0\n\nreset 1\n", "line 4: The stream ends without its end.")]
    [InlineData("movie 1 GBA 10\npower 0\n\nend\nmore", "line 3: Bytes follow the end.")]
    public void A_wrong_stream_is_refused_with_its_line(string stream, string sentence)
    {
        var exception = Assert.Throws<MovieFormatException>(() => MovieStreamReader.Read(
            Encoding.ASCII.GetBytes(stream), (_, frames) => MovieSamples.Game.NewHeader(MovieHeader.FromHistory, frames, default)));
        Assert.StartsWith(sentence, exception.Message, StringComparison.Ordinal);
    }
}
