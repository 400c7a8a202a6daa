using System.Globalization;
using System.Text;

namespace Bridge.Testing.Http.Schemas;

/// <summary>
/// Makes random texts that match a regular expression of the document: groups, alternatives, classes and quantifiers.
/// </summary>
internal ref struct PatternText
{
    // The characters that a negated class may stand for.
    private const string Printable = "aZ09 _-.,;!?#&%+=@~ÄéП漢";

    private const int MaxRepeats = 6;

    private readonly Random _random;
    // The part of the pattern that is not parsed yet. A method parses its part and makes a text for it at once.
    private ReadOnlySpan<char> _rest;

    private PatternText(string pattern, Random random)
    {
        _rest = pattern;
        _random = random;
    }

    public static string Make(string pattern, Random random)
    {
        var text = new PatternText(pattern.TrimStart('^').TrimEnd('$'), random);
        var made = text.Alternatives();
        return text._rest.IsEmpty
            ? made
            : throw new NotSupportedException($"{pattern} has something at \"{text._rest}\" that is not supported.");
    }

    private string Alternatives()
    {
        List<string> all = [Sequence()];
        while (_rest is ['|', ..])
        {
            _rest = _rest[1..];
            all.Add(Sequence());
        }

        return all[_random.Next(all.Count)];
    }

    private string Sequence()
    {
        var made = new StringBuilder();
        while (!_rest.IsEmpty && _rest[0] is not ('|' or ')'))
        {
            // Parses the atom once to find its end, and then again for each repetition.
            var start = _rest;
            Atom();
            var atom = start[..^_rest.Length];
            var (min, max) = Quantifier();
            var end = _rest;
            for (var i = _random.Next(min, max + 1); i > 0; i--)
            {
                _rest = atom;
                made.Append(Atom());
            }

            _rest = end;
        }

        return made.ToString();
    }

    private (int Min, int Max) Quantifier()
    {
        var (min, max, length) = _rest switch
        {
            ['*', ..] => (0, MaxRepeats, 1),
            ['+', ..] => (1, MaxRepeats, 1),
            ['?', ..] => (0, 1, 1),
            ['{', ..] => Counted(_rest[1.._rest.IndexOf('}')].ToString()),
            _ => (1, 1, 0),
        };
        _rest = _rest[length..];
        return (min, Math.Max(min, max));
    }

    private static (int Min, int Max, int Length) Counted(string text)
    {
        var parts = text.Split(',');
        var min = int.Parse(parts[0], CultureInfo.InvariantCulture);
        var max = parts.Length == 1 ? min : Math.Min(int.Parse(parts[1], CultureInfo.InvariantCulture), min + MaxRepeats);
        return (min, max, text.Length + 2);
    }

    private string Atom()
    {
        switch (_rest[0])
        {
            case '(':
                _rest = _rest[1..];
                var made = Alternatives();
                _rest = _rest[1..];
                return made;
            case '[':
                _rest = _rest[1..];
                return Class();
            default:
                return Character();
        }
    }

    private string Class()
    {
        var isNegated = _rest is ['^', ..];
        if (isNegated)
            _rest = _rest[1..];
        List<(char From, char To)> ranges = [];
        while (_rest[0] != ']')
        {
            if (_rest is ['\\', 'p', ..])
            {
                ranges.AddRange([('a', 'z'), ('Ä', 'Ö'), ('0', '9')]);
                _rest = _rest[(_rest.IndexOf('}') + 1)..];
                continue;
            }

            var from = Character()[0];
            var to = from;
            if (_rest is ['-', not ']', ..])
            {
                _rest = _rest[1..];
                to = Character()[0];
            }

            ranges.Add((from, to));
        }

        _rest = _rest[1..];
        if (isNegated)
        {
            var allowed = Printable.Where(letter => ranges.All(range => letter < range.From || letter > range.To)).ToArray();
            return $"{allowed[_random.Next(allowed.Length)]}";
        }

        var chosen = ranges[_random.Next(ranges.Count)];
        return $"{(char)_random.Next(chosen.From, chosen.To + 1)}";
    }

    private string Character()
    {
        var (letter, length) = _rest switch
        {
            ['\\', 'u', ..] => ((char)int.Parse(_rest.Slice(2, 4), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture), 6),
            ['\\', var escaped, ..] => (escaped, 2),
            _ => (_rest[0], 1),
        };
        _rest = _rest[length..];
        return $"{letter}";
    }
}
