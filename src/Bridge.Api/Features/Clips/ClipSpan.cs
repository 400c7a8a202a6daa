using Bridge.Api.Contract.Errors;

namespace Bridge.Api.Features.Clips;

/// <summary>The frames that a request asks for: the last seconds, or frames of the history or of a movie.</summary>
/// <param name="Seconds">The last seconds; null: none are given.</param>
/// <param name="From">The first frame; null: the first that there is.</param>
/// <param name="To">The last frame; null: the last that there is.</param>
/// <param name="Movie">The name of a stored movie; null: none.</param>
internal sealed record ClipSpan(double? Seconds, int? From, int? To, string? Movie)
{
    /// <summary>Gets whether a recording of what happens from now on may be meant.</summary>
    public bool MayBeLive => Movie is null && From is null && To is null;

    /// <summary>Returns the frames of a request.</summary>
    /// <exception cref="RequestException">It has a wrong value, or values that don't go together.</exception>
    public static ClipSpan Of(ClipRequest request)
    {
        if (request.Seconds is not null && (request.From ?? request.To) is not null)
            throw Together("from and to");
        if (request.Seconds is not null && request.Movie is not null)
            throw Together("movie");
        return new ClipSpan(
            request.Seconds is { } seconds ? ClipRules.Seconds.Check(seconds, $"0.01 to {ClipRules.MaxSeconds}") : null,
            request.From is { } first ? ClipRules.From.Check(first) : null,
            request.To is { } last ? ClipRules.To.Check(last) : null, request.Movie);
    }

    private static RequestException Together(string other) => new(ProblemTypes.InvalidParameter,
        $"seconds can't be combined with {other}; it is the last seconds of the game.", "seconds");
}
