using Bridge.EndToEnd.Tests.Playing;

namespace Bridge.EndToEnd.Tests.Safety.Limits;

/// <summary>The limits of stored and recorded movies.</summary>
internal static class MovieLimitProbes
{
    private const string E = LimitProbe.Emulator;

    public static IReadOnlyDictionary<string, Func<LimitProbe, Task>> All { get; } = new Dictionary<string, Func<LimitProbe, Task>>
    {
        ["movies of a game"] = MoviesAsync,
        ["letters of a movie's name"] = NameAsync,
        ["recordings of an emulator"] = RecordingsAsync,
    };

    private static async Task MoviesAsync(LimitProbe probe)
    {
        var movie = MovieFiles.Bk2(1, _ => false);
        for (var i = 0; i <= probe.Max; i++)
        {
            using var response = await probe.Client.PutMovieAsync($"{E}/movies/limit-{i}", movie);
            Assert.Equal(i < probe.Max ? 201 : probe.Past, (int)response.StatusCode);
        }

        using (var replaced = await probe.Client.PutMovieAsync($"{E}/movies/limit-0", movie))
            Assert.Equal(200, (int)replaced.StatusCode);
        for (var i = 0; i < probe.Max; i++)
            await probe.TakesAsync("DELETE", $"{E}/movies/limit-{i}");
    }

    private static async Task NameAsync(LimitProbe probe)
    {
        await probe.RequestAsync("POST", n => $"{E}/movies/{new string('n', (int)n)}");
        await probe.TakesAsync("DELETE", $"{E}/movies/{new string('n', (int)probe.Max)}");
    }

    private static async Task RecordingsAsync(LimitProbe probe)
    {
        for (var i = 0; i < probe.Max; i++)
            await probe.TakesAsync("POST", $"{E}/movies/recorded-{i}", """{"start": "now"}""");
        await probe.RefusesAsync("POST", $"{E}/movies/one-more", """{"start": "now"}""");
        await probe.TakesAsync("POST", $"{E}/movies/recorded-0", """{"start": "now"}""");
    }
}
