using Bridge.Api.Contract.Parsing;

namespace Bridge.Api.Features.Symbols;

/// <summary>What files and names of types accept.</summary>
internal static class TypeRules
{
    /// <summary>Max bytes of a structure: those of the largest cartridge.</summary>
    public const long MaxSize = 32 * 1024 * 1024;

    /// <summary>Max elements of an array.</summary>
    public const long MaxCount = 1_000_000;

    private static readonly NumberData[] Numbers = [.. MemoryType.Types.Select(type => new NumberData(type))];

    /// <summary>Gets the rule for a file.</summary>
    public static AnyObjectRule File { get; } = new()
    {
        Schema = "TypesFile",
        Description = "Structures by their names, each with its size in bytes and its fields by their names; a field has at, its distance "
            + "from the beginning, a type, and count if it is an array. Then symbols by their names, with type and count. A type is u8, "
            + "u16, u32, i8, i16, i32, a structure, or one of these with * for a pointer; void* points at anything.",
    };

    /// <summary>Gets the rule for the name of a structure.</summary>
    public static TextRule Name { get; } = new() { Pattern = "^[A-Za-z_][A-Za-z0-9_]*$", Min = 1, Max = 64 };

    /// <summary>Returns whether a text is the name of a structure or a field.</summary>
    public static bool IsName(string text) =>
        Name.HasLength(text) && !char.IsAsciiDigit(text[0]) && text.All(letter => char.IsAsciiLetterOrDigit(letter) || letter == '_');

    /// <summary>Returns the type of a number; null: there is none of this name.</summary>
    public static NumberData? NumberOf(string name) => Array.Find(Numbers, number => number.Name == name);
}
