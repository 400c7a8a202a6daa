using System.Globalization;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Movies.Model;

namespace Bridge.Api.Features.Movies.Formats;

/// <summary>
/// Reads the lines of a .bk2's input log by its LogKey: groups between <c>#</c>, each with the names of its axes, then of its buttons. A
/// line has a field for each group: a number and a comma for each axis, then a character for each button.
/// </summary>
internal sealed class Bk2Columns
{
    private const string FirstPlayer = "P1 ", Power = "Power";

    private readonly string[][] _groups;

    /// <exception cref="MovieFormatException">The LogKey has no button of a Game Boy, or the movie has frames of other lengths.</exception>
    public Bk2Columns(string logKey)
    {
        _groups = [.. logKey.Split('#', StringSplitOptions.RemoveEmptyEntries)
            .Select(group => group.Split('|', StringSplitOptions.RemoveEmptyEntries))];
        var names = _groups.SelectMany(group => group).ToArray();
        if (names.Contains("Input Length"))
            throw new MovieFormatException("The movie has frames of other lengths (subframe mode), which the bridge can't play.");
        if (!names.Any(name => BitOf(name) != 0))
            throw new MovieFormatException($"LogKey must have buttons of a Game Boy; got \"{Parameters.Shorten(logKey)}\".");
    }

    /// <summary>Gets the names of axes and unknown buttons that were used, which are ignored.</summary>
    public ISet<string> Ignored { get; } = new SortedSet<string>(StringComparer.Ordinal);

    /// <summary>Reads a line.</summary>
    /// <exception cref="MovieFormatException">It doesn't fit the LogKey.</exception>
    public InputFrame Read(string line)
    {
        var fields = line.Split('|', StringSplitOptions.RemoveEmptyEntries);
        if (fields.Length != _groups.Length)
            throw new MovieFormatException($"The line must have a field for each of {_groups.Length} groups; got {fields.Length}.");
        var (mask, isReset) = (0, false);
        for (var i = 0; i < fields.Length; i++)
            ReadField(_groups[i], fields[i], ref mask, ref isReset);
        return new InputFrame(mask, isReset);
    }

    /// <summary>Returns the bit of a button; 0 if no Game Boy has it.</summary>
    private static int BitOf(string name) => WithoutPlayer(name) switch
    {
        "A" => 1 << 0,
        "B" => 1 << 1,
        "Select" => 1 << 2,
        "Start" => 1 << 3,
        "Right" => 1 << 4,
        "Left" => 1 << 5,
        "Up" => 1 << 6,
        "Down" => 1 << 7,
        "R" => 1 << 8,
        "L" => 1 << 9,
        _ => 0,
    };

    private static string WithoutPlayer(string name) =>
        name.StartsWith(FirstPlayer, StringComparison.Ordinal) ? name[FirstPlayer.Length..] : name;

    // Adds the buttons of a group that are down to the mask, and sets isReset if Power is among them.
    private void ReadField(string[] names, string field, ref int mask, ref bool isReset)
    {
        var parts = field.Split(',');
        var axes = parts[..^1];
        var buttons = parts[^1];
        if (axes.Length + buttons.Length != names.Length)
        {
            throw new MovieFormatException(
                $"The line must have {names.Length} values, as its LogKey; got {axes.Length + buttons.Length}.");
        }

        for (var i = 0; i < axes.Length; i++)
        {
            if (!int.TryParse(axes[i], NumberStyles.AllowLeadingSign | NumberStyles.AllowLeadingWhite, CultureInfo.InvariantCulture,
                out var value))
                throw new MovieFormatException($"{Parameters.Shorten(names[i])} must be a number; got \"{Parameters.Shorten(axes[i])}\".");
            if (value != 0)
                Ignored.Add(names[i]);
        }

        for (var i = 0; i < buttons.Length; i++)
        {
            if (buttons[i] == '.')
                continue;
            var name = names[axes.Length + i];
            var bit = BitOf(name);
            mask |= bit;
            if (WithoutPlayer(name) == Power)
                isReset = true;
            else if (bit == 0)
                Ignored.Add(name);
        }
    }
}
