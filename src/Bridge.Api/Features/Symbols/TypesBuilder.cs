using System.Globalization;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;

namespace Bridge.Api.Features.Symbols;

/// <summary>Builds types from the members of a file.</summary>
internal sealed class TypesBuilder
{
    /// <summary>Max structures in one another.</summary>
    public const int MaxDepth = 16;

    // The target of a pointer that points at anything.
    private const string Unknown = "void";

    private readonly TypesFile _file;
    private readonly MemoryType _pointer;
    private readonly OrderedDictionary<string, StructureData> _structures = [];

    private TypesBuilder(TypesFile file, MemoryType pointer) => (_file, _pointer) = (file, pointer);

    /// <summary>Builds the types of a file.</summary>
    /// <param name="file">The members of the file.</param>
    /// <param name="pointer">The number that a pointer is in memory.</param>
    /// <exception cref="RequestException">
    /// A member is invalid or missing, a field lies beyond its structure, or a structure contains itself: 400.
    /// </exception>
    public static DataTypes Build(TypesFile file, MemoryType pointer)
    {
        // In three passes, because a field may have a structure that comes later in the file.
        var builder = new TypesBuilder(file, pointer);
        foreach (var (name, shape) in file.Types ?? new Dictionary<string, StructureShape?>())
            builder.AddStructure(name, shape);
        foreach (var structure in builder._structures.Values)
            builder.AddFields(structure);
        foreach (var structure in builder._structures.Values)
            StructureOrder.Check(structure, MaxDepth);
        return new DataTypes([.. builder._structures.Values], builder.ReadSymbols());
    }

    private void AddStructure(string name, StructureShape? shape)
    {
        if (!TypeRules.IsName(name) || name == Unknown || MemoryType.Types.Any(type => type.Name == name))
            throw Invalid($"types.{name}", "must be a name of letters, digits and _, up to 64, that is no other type.");
        var size = (shape ?? throw Invalid($"types.{name}", "must be an object; got null.")).Size
            ?? throw Missing($"types.{name}.size", $"1 to {TypeRules.MaxSize}");
        if (size is < 1 or > TypeRules.MaxSize)
            throw Refuse($"types.{name}.size", size, $"1 to {TypeRules.MaxSize}");
        _structures.Add(name, new StructureData(name, (uint)size));
    }

    private void AddFields(StructureData structure)
    {
        var owner = $"types.{structure.Name}.fields";
        foreach (var (name, shape) in _file.Types![structure.Name]!.Fields ?? throw Missing(owner, "an object of fields"))
        {
            var path = $"{owner}.{name}";
            if (!TypeRules.IsName(name))
                throw Invalid(path, "must be a name of letters, digits and _, up to 64.");
            var field = shape ?? throw Invalid(path, "must be an object; got null.");
            var at = field.At ?? throw Missing($"{path}.at", $"0 to {structure.Size - 1}");
            if (at < 0 || at >= structure.Size)
                throw Refuse($"{path}.at", at, $"0 to {structure.Size - 1}, within {structure.Name}");
            var data = ReadData(path, field.Type, field.Count);
            if (at + data.Size > structure.Size)
            {
                throw Invalid(path, $"must end within {structure.Name}, which has {structure.Size} bytes; got {data.Name} "
                    + $"of {data.Size} bytes at {at}.");
            }

            structure.Add(new DataField(name, (uint)at, data));
        }
    }

    private List<KeyValuePair<string, TypedData>> ReadSymbols()
    {
        var symbols = new List<KeyValuePair<string, TypedData>>();
        foreach (var (name, shape) in _file.Symbols ?? new Dictionary<string, TypedSymbolShape?>())
        {
            var path = $"symbols.{name}";
            if (!SymbolName.Fits(name))
                throw Invalid(path, "must be the name of a symbol.");
            var symbol = shape ?? throw Invalid(path, "must be an object; got null.");
            symbols.Add(KeyValuePair.Create(name, ReadData(path, symbol.Type, symbol.Count)));
        }

        return symbols;
    }

    private TypedData ReadData(string path, string? type, long? count)
    {
        if (count is < 1 or > TypeRules.MaxCount)
            throw Refuse($"{path}.count", count.Value, $"1 to {TypeRules.MaxCount}");
        var name = type ?? throw Missing($"{path}.type", "a type");
        var found = FindType(name) ?? throw Invalid(
            $"{path}.type", $"must be one of {MemoryType.Names}, {Unknown}*, or a type of the file, "
            + $"with or without *; got \"{Parameters.Shorten(name)}\".");
        return new TypedData(found, (uint?)count);
    }

    private DataType? FindType(string name)
    {
        if (name is not [.. var target, '*'])
            return FindValue(name);
        var pointed = FindValue(target);
        return pointed is not null || target == Unknown ? new PointerData(name, _pointer, pointed) : null;
    }

    private DataType? FindValue(string name) => _structures.TryGetValue(name, out var structure) ? structure : TypeRules.NumberOf(name);

    private static RequestException Refuse(string path, long got, string accepted) =>
        Invalid(path, string.Create(CultureInfo.InvariantCulture, $"must be {accepted}; got {got}."));

    private static RequestException Missing(string path, string accepted) => Invalid(path, $"is required: {accepted}.");

    private static RequestException Invalid(string path, string sentence) =>
        new(ProblemTypes.InvalidBody, $"{Parameters.Shorten(path)} {sentence}", path);
}
