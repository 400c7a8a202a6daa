using Bridge.Api.Features.Movies.Formats;
using Bridge.Api.Features.Movies.Model;
using FsCheck;
using FsCheck.Fluent;

namespace Bridge.Api.Tests.Features.Movies.Formats;

/// <summary>What is written in a format is read back equal.</summary>
public sealed class RoundTripTests
{
    private static readonly Arbitrary<int> Seeds = Gen.Choose(0, int.MaxValue).ToArbitrary();

    [Fact]
    public void A_zip_is_read_back_equal() => Check(seed =>
    {
        var movie = MovieSamples.Random(seed);
        MovieSamples.AssertSame(movie, MovieFile.ReadOwn(BridgeMovie.Write(movie)));
    });

    [Fact]
    public void A_stream_is_read_back_equal() => Check(seed =>
    {
        var movie = MovieSamples.Random(seed);
        var read = MovieStreamReader.Read(MovieStreamWriter.Write(movie),
            (platform, frames) => movie.Header with { Platform = platform, Frames = frames });
        MovieSamples.AssertSame(movie, read);
        Assert.True(movie.Lines.Where(line => line is not (HashLine or StateLine or CheatsLine))
            .SequenceEqual(read.Lines.Where(line => line is not (HashLine or StateLine or CheatsLine))));
    });

    [Theory]
    [InlineData("GBA")]
    [InlineData("GB")]
    public void A_bk2_is_read_back_with_equal_inputs(string platform) => Check(seed =>
    {
        var game = platform == "GB" ? MovieSamples.GameBoy : MovieSamples.Game;
        var movie = MovieSamples.RandomInputs(seed, game);
        var read = MovieFile.Read(Bk2Movie.Write(movie), game);
        Assert.Equal(MovieHeader.FromBk2, read.Header.Source);
        var header = movie.Header with { Source = MovieHeader.FromBk2, Notes = read.Header.Notes };
        MovieSamples.AssertSame(movie with { Header = header }, read);
    });

    [Fact]
    public void Equal_movies_give_equal_bytes() =>
        Assert.Equal(BridgeMovie.Write(MovieSamples.Random(1)), BridgeMovie.Write(MovieSamples.Random(1)));

    private static void Check(Action<int> holds) => Prop.ForAll(Seeds, holds).QuickCheckThrowOnFailure();
}
