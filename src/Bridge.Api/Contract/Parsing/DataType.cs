namespace Bridge.Api.Contract.Parsing;

/// <summary>A type of data in memory.</summary>
/// <param name="name">Its name, like <c>u16</c>, <c>Player</c> or <c>Player*</c>.</param>
/// <param name="size">Bytes.</param>
internal abstract class DataType(string name, uint size)
{
    public string Name => name;

    /// <summary>Gets the bytes of a value.</summary>
    public uint Size => size;

    /// <summary>Gets how many numbers, addresses and structures a value has. Overlapping ones, as in a union, all count.</summary>
    public virtual long Values => 1;
}

/// <summary>A number.</summary>
internal sealed class NumberData(MemoryType number) : DataType(number.Name, (uint)number.Width)
{
    public MemoryType Number => number;
}

/// <summary>The address of something.</summary>
/// <param name="name">The name of the type.</param>
/// <param name="number">The number that it is in memory: 32 bits on the GBA, 16 on the Game Boy.</param>
/// <param name="target">The type of what is there; null: unknown.</param>
internal sealed class PointerData(string name, MemoryType number, DataType? target) : DataType(name, (uint)number.Width)
{
    public MemoryType Number => number;

    public DataType? Target => target;
}

/// <summary>A structure. It gets its fields after all structures are known, because they may be pointers to any of them.</summary>
internal sealed class StructureData(string name, uint size) : DataType(name, size)
{
    private readonly Dictionary<string, DataField> _byName = [];
    private readonly List<DataField> _fields = [];

    /// <summary>Gets the fields in the order of their file.</summary>
    public IReadOnlyList<DataField> Fields => _fields;

    /// <inheritdoc/>
    public override long Values => TotalValues;

    /// <summary>Gets or sets the number of values of all fields; 0 until it is known.</summary>
    public long TotalValues { get; set; }

    /// <summary>Gets the depth of nested structures, 1 without any inside; 0 until it is known.</summary>
    public int Depth { get; set; }

    public void Add(DataField field)
    {
        _byName.Add(field.Name, field);
        _fields.Add(field);
    }

    public bool TryFind(ReadOnlySpan<char> field, out DataField found) =>
        _byName.GetAlternateLookup<ReadOnlySpan<char>>().TryGetValue(field, out found);
}

/// <summary>What is at a place: a value of a type, or an array of them.</summary>
/// <param name="Type">The type of the value or of the elements.</param>
/// <param name="Count">The number of elements; null: no array.</param>
internal readonly record struct TypedData(DataType Type, uint? Count = null)
{
    /// <summary>Gets the bytes of all elements.</summary>
    public long Size => (Count ?? 1L) * Type.Size;

    /// <summary>Gets the name, like <c>Player</c> or <c>u16[4]</c>.</summary>
    public string Name => Count is { } count ? $"{Type.Name}[{count}]" : Type.Name;

    /// <summary>Gets the number that requests read and write here; null: it is no single number.</summary>
    public MemoryType? Number => this switch
    {
        { Count: not null } => null,
        { Type: NumberData number } => number.Number,
        { Type: PointerData pointer } => pointer.Number,
        _ => null,
    };
}

/// <summary>A field of a structure.</summary>
/// <param name="Name">Its name.</param>
/// <param name="At">Bytes from the beginning of the structure.</param>
/// <param name="Data">What is there.</param>
internal readonly record struct DataField(string Name, uint At, TypedData Data);
