using System.Buffers;
using System.Globalization;
using Bridge.Api.Contract.Errors;

namespace Bridge.Api.Contract.Parsing;

/// <summary>Follows the part of an address that leads into structures: <c>[3].moves[2]</c>.</summary>
internal static class DataPath
{
    /// <summary>The form of an index as a part of a regular expression.</summary>
    public const string Index = @"\[[0-9]{1,6}\]";

    /// <summary>The form of a field, and of fields in it, as a part of a regular expression.</summary>
    public const string Fields = @"\.[A-Za-z_][A-Za-z0-9_.]{0,254}";

    // Digits of an index, as in Index.
    private const int MaxDigits = 6;
    // Fields that an error sentence lists.
    private const int MaxNamed = 10;

    private static readonly SearchValues<char> FieldCharacters =
        SearchValues.Create("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789.");

    /// <summary>Returns whether a text has the form of fields and indices.</summary>
    public static bool IsPath(ReadOnlySpan<char> text)
    {
        while (!text.IsEmpty)
        {
            var length = text[0] == '[' ? LengthOfIndex(text) : LengthOfFields(text);
            if (length == 0)
                return false;
            text = text[length..];
        }

        return true;
    }

    /// <summary>Follows a path.</summary>
    /// <param name="text">The text with the path at its end.</param>
    /// <param name="start">Where the path begins in it.</param>
    /// <param name="data">What is at the beginning of the path.</param>
    /// <param name="isPointed">Whether a pointer leads there, so that any number of elements may be there.</param>
    /// <returns>The bytes from the beginning to the end of the path, and what is there.</returns>
    /// <exception cref="RequestException">There is no such field or element: 400.</exception>
    public static (long Offset, TypedData Data) Follow(ReadOnlySpan<char> text, int start, TypedData data, bool isPointed = false)
    {
        var offset = 0L;
        for (var at = start; at < text.Length;)
        {
            var rest = text[at..];
            if (rest[0] == '[')
            {
                var end = rest.IndexOf(']');
                var index = uint.Parse(rest[1..end], NumberStyles.None, CultureInfo.InvariantCulture);
                var mayBeAnyElement = isPointed && at == start && data.Count is null;
                if (!mayBeAnyElement)
                    CheckIndex(text[..at], index, data.Count);
                (offset, data) = (offset + ((long)index * data.Type.Size), new TypedData(data.Type));
                at += end + 1;
                continue;
            }

            var name = rest[1..];
            if (name.IndexOfAny('.', '[') is >= 0 and var length)
                name = name[..length];
            var field = FieldOf(text[..at], name, data);
            (offset, data) = (offset + field.At, field.Data);
            at += 1 + name.Length;
        }

        return (offset, data);
    }

    private static void CheckIndex(ReadOnlySpan<char> place, uint index, uint? count)
    {
        if (count is not { } elements)
            throw Refuse(ProblemTypes.InvalidParameter, $"a place without [{index}], because {Shown(place)} is no array.");
        if (index >= elements)
            throw Refuse(ProblemTypes.InvalidParameter, $"an element from 0 to {elements - 1} of {Shown(place)}; got [{index}].");
    }

    private static DataField FieldOf(ReadOnlySpan<char> place, ReadOnlySpan<char> name, TypedData data)
    {
        if (data.Count is not null)
            throw Refuse(ProblemTypes.InvalidParameter, $"an element of {Shown(place)}, which is {data.Name}, like {Shown(place)}[0].");
        if (data.Type is not StructureData structure)
            throw Refuse(ProblemTypes.UnknownSymbol, $"a place without fields after {Shown(place)}, which is {data.Name}.");
        if (structure.TryFind(name, out var field))
            return field;
        var names = structure.Fields.Take(MaxNamed).Select(known => known.Name);
        throw Refuse(ProblemTypes.UnknownSymbol, $"a field of {structure.Name}; got \"{Shown(name)}\". "
            + $"Its fields: {string.Join(", ", names)}{(structure.Fields.Count > MaxNamed ? ", …" : ".")}");
    }

    private static string Shown(ReadOnlySpan<char> text) => Parameters.Shorten(text.ToString());

    private static RequestException Refuse(ProblemType type, string accepted) => new(type, $"address must be {accepted}", "address");

    private static int LengthOfIndex(ReadOnlySpan<char> text)
    {
        var digits = text[1..].IndexOfAnyExceptInRange('0', '9');
        return digits is >= 1 and <= MaxDigits && text[digits + 1] == ']' ? digits + 2 : 0;
    }

    private static int LengthOfFields(ReadOnlySpan<char> text)
    {
        if (text is not ['.', (>= 'A' and <= 'Z') or (>= 'a' and <= 'z') or '_', ..])
            return 0;
        var length = text.IndexOfAnyExcept(FieldCharacters) is >= 0 and var end ? end : text.Length;
        // A dot and up to 255 characters.
        return length <= 1 + SymbolName.Max ? length : 0;
    }
}
