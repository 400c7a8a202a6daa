namespace Bridge.Api.Features.Movies.Model;

/// <summary>The input of one frame: all that movies of other programs have.</summary>
/// <param name="Mask">The buttons, as in <see cref="KeysLine"/>.</param>
/// <param name="IsReset">Whether the console is switched off and on before the frame.</param>
internal readonly record struct InputFrame(int Mask, bool IsReset)
{
    /// <summary>Returns lines for the input of frames: resets, and the buttons where they change.</summary>
    public static IReadOnlyList<MovieLine> ToLines(IEnumerable<InputFrame> frames)
    {
        var lines = new List<MovieLine>();
        var (frame, mask) = (0, 0);
        foreach (var input in frames)
        {
            if (input.IsReset)
                lines.Add(new ResetLine(frame));
            if (input.Mask != mask)
                lines.Add(new KeysLine(frame, MoviePhase.Between, mask = input.Mask));
            frame++;
        }

        return lines;
    }

    /// <summary>Returns the input of each frame of a movie.</summary>
    /// <exception cref="MovieFormatException">The movie starts from a state, or has acts that are no input.</exception>
    public static IEnumerable<InputFrame> Of(Movie movie)
    {
        if (movie.Start.IsState)
            throw new MovieFormatException("The movie starts from a state, which other programs can't load; it must start with power.");
        var (next, mask) = (0, 0);
        for (var frame = 0; frame < movie.Header.Frames; frame++)
        {
            var isReset = false;
            for (; next < movie.Lines.Count && movie.Lines[next].Frame == frame; next++)
            {
                switch (movie.Lines[next])
                {
                    case KeysLine keys:
                        mask = keys.Mask;
                        break;
                    case ResetLine:
                        isReset = true;
                        break;
                    case HashLine or ClockLine:
                        break;
                    default:
                        throw new MovieFormatException($"The movie has a write, a sensor, a cheat or a loaded state after frame {frame}; "
                            + "movies of other programs have buttons and resets only.");
                }
            }

            yield return new InputFrame(mask, isReset);
        }
    }
}
