using System.Text;
using Bridge.Api.Features.Movies.Model;

namespace Bridge.Api.Features.Movies.Formats;

/// <summary>Writes the input log of a .bk2, in the order of BizHawk's cores.</summary>
internal static class Bk2Log
{
    // The tilt sensor and the light sensor at rest.
    private const string Axes = "    0,    0,    0,    0,";

    // Each button's bit in a mask, and its letter, in the order of the LogKey.
    private static readonly (int Bit, char Letter)[] Advance =
        [(6, 'U'), (7, 'D'), (5, 'L'), (4, 'R'), (3, 'S'), (2, 's'), (1, 'B'), (0, 'A'), (9, 'l'), (8, 'r')];

    private static readonly (int Bit, char Letter)[] GameBoy =
        [(6, 'U'), (7, 'D'), (5, 'L'), (4, 'R'), (3, 'S'), (2, 's'), (1, 'B'), (0, 'A')];

    /// <summary>Returns the log of the input of frames.</summary>
    public static string Write(IEnumerable<InputFrame> inputs, bool isAdvance)
    {
        var log = new StringBuilder("[Input]\n");
        log.Append(isAdvance
            ? "LogKey:#Tilt X|Tilt Y|Tilt Z|Light Sensor|Up|Down|Left|Right|Start|Select|B|A|L|R|Power|\n"
            : "LogKey:#Up|Down|Left|Right|Start|Select|B|A|Power|\n");
        foreach (var input in inputs)
        {
            log.Append('|').Append(isAdvance ? Axes : "");
            foreach (var (bit, letter) in isAdvance ? Advance : GameBoy)
                log.Append((input.Mask >> bit & 1) == 1 ? letter : '.');
            log.Append(input.IsReset ? 'P' : '.').Append("|\n");
            if (log.Length > MovieLimits.Bytes)
                throw new MovieFormatException("The movie has too many frames for a .bk2: its log has at most 33,554,432 bytes.");
        }

        return log.Append("[/Input]\n").ToString();
    }
}
