using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Movies.Model;

namespace Bridge.Api.Features.Branches;

/// <summary>Takes the buttons out of movies.</summary>
internal static class MovieInputs
{
    /// <summary>Returns the buttons of a movie.</summary>
    /// <param name="movie">The movie.</param>
    /// <param name="name">Its name, for sentences.</param>
    /// <exception cref="RequestException">The movie does more than press buttons, or is too long: 409.</exception>
    public static BranchInputs Of(Movie movie, string name)
    {
        if (movie.Header.Frames > BranchRules.MaxFrames)
        {
            throw new RequestException(ProblemTypes.Conflict,
                $"The movie \"{name}\" has {movie.Header.Frames} frames; a branch has at most {BranchRules.MaxFrames}.", "movie");
        }

        var keys = new List<(int Frame, int Mask)>();
        foreach (var line in movie.Lines)
        {
            if (line is KeysLine pressed && pressed.Frame < movie.Header.Frames)
                Add(keys, pressed.Frame, pressed.Mask);
            else if (line is BusLine or RawLine or RegisterLine or SensorsLine or CheatsLine or ResetLine or StateLine)
                throw DoesMore(name, line.Frame);
        }

        Add(keys, movie.Header.Frames, 0);
        return new BranchInputs(keys, movie.Header.Frames);
    }

    // The last of several changes between two frames counts.
    private static void Add(List<(int Frame, int Mask)> keys, int frame, int mask)
    {
        if (keys is [.., var last] && last.Frame == frame)
            keys.RemoveAt(keys.Count - 1);
        if ((keys is [.., var before] ? before.Mask : 0) != mask)
            keys.Add((frame, mask));
    }

    private static RequestException DoesMore(string name, int frame) => new(ProblemTypes.Conflict,
        $"The movie \"{name}\" does more than press buttons: it writes, sets sensors or cheats, resets or loads a state after "
        + $"frame {frame}. A branch takes only buttons.",
        "movie");
}
