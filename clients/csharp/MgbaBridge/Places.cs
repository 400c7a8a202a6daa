using System.Globalization;
using System.Text.Json.Serialization;

namespace MgbaBridge;

/// <summary>A value or a range in memory: <c>Place.U16(0x02000020)</c>, <c>Place.Span(0x02000100, 16)</c>.</summary>
/// <param name="Address">An address on the bus, or a chain of up to 8 pointers: <c>[0x02000008]+0x10</c>.</param>
/// <param name="Type">u8, u16, u32, i8, i16 or i32; null for a range.</param>
/// <param name="Length">1 to 262,144 bytes; null for a value.</param>
/// <param name="Domain">A memory domain, in which the address is an offset; null: the bus.</param>
public sealed record Place(string Address, string? Type = null, int? Length = null, string? Domain = null)
{
    /// <summary>Returns the place of the byte at an address.</summary>
    public static implicit operator Place(long address) => U8(address);

    /// <summary>Returns the place of the byte at the end of a chain of pointers.</summary>
    public static implicit operator Place(string address) => U8(address);

    /// <summary>Returns the place of the byte at an address.</summary>
    public static Place FromInt64(long address) => U8(address);

    /// <summary>Returns the place of the byte at the end of a chain of pointers.</summary>
    public static Place FromString(string address) => U8(address);

    /// <summary>Returns the place of a byte.</summary>
    public static Place U8(MemoryAddress address, string? domain = null) => new(address.Text, "u8", null, domain);

    /// <summary>Returns the place of an unsigned number of 16 bits.</summary>
    public static Place U16(MemoryAddress address, string? domain = null) => new(address.Text, "u16", null, domain);

    /// <summary>Returns the place of an unsigned number of 32 bits.</summary>
    public static Place U32(MemoryAddress address, string? domain = null) => new(address.Text, "u32", null, domain);

    /// <summary>Returns the place of a signed byte.</summary>
    public static Place I8(MemoryAddress address, string? domain = null) => new(address.Text, "i8", null, domain);

    /// <summary>Returns the place of a signed number of 16 bits.</summary>
    public static Place I16(MemoryAddress address, string? domain = null) => new(address.Text, "i16", null, domain);

    /// <summary>Returns the place of a signed number of 32 bits.</summary>
    public static Place I32(MemoryAddress address, string? domain = null) => new(address.Text, "i32", null, domain);

    /// <summary>Returns a range of 1 to 262,144 bytes.</summary>
    public static Place Span(MemoryAddress address, int length, string? domain = null) => new(address.Text, null, length, domain);
}

/// <summary>An address: a number on the bus, or a chain of pointers as text. Both convert by themselves.</summary>
public readonly record struct MemoryAddress(string Text)
{
    /// <summary>Returns the address of a number.</summary>
    public static implicit operator MemoryAddress(long address) => FromInt64(address);

    /// <summary>Returns the address of a text like <c>[0x02000008]+0x10</c>.</summary>
    public static implicit operator MemoryAddress(string address) => FromString(address);

    /// <summary>Returns the address of a number.</summary>
    public static MemoryAddress FromInt64(long address) => new(address < 0
        ? address.ToString(CultureInfo.InvariantCulture) : string.Create(CultureInfo.InvariantCulture, $"0x{address:X8}"));

    /// <summary>Returns the address of a text.</summary>
    public static MemoryAddress FromString(string address) => new(address);
}

/// <summary>An instruction of the processor.</summary>
/// <param name="Address">Where it is on the bus.</param>
/// <param name="Bytes">Its 1 to 4 bytes, in the order of memory.</param>
/// <param name="Text">What it does, as mGBA writes it.</param>
/// <param name="Symbol">The nearest name of its address; null: none.</param>
/// <param name="TargetSymbol">The nearest name of the address to which it branches; null: none.</param>
public readonly record struct Instruction(
    uint Address, ReadOnlyMemory<byte> Bytes, string Text, string? Symbol = null, string? TargetSymbol = null);

/// <summary>What a place contains.</summary>
/// <param name="Number">The number of a value; null for a range.</param>
/// <param name="Bytes">The bytes of a range; null for a value.</param>
public readonly record struct Reading(long? Number, ReadOnlyMemory<byte>? Bytes)
{
    internal static Reading Of(long? value, string? hex) =>
        new(value, OptionalBytes.Of(hex is null ? null : Convert.FromHexString(hex)));
}

/// <summary>Readings of one frame, in the order of their places.</summary>
/// <param name="Frame">The frame.</param>
/// <param name="Values">The readings.</param>
/// <param name="Pixels">The picture, if a step asked for it.</param>
public sealed record Readings(long Frame, IReadOnlyList<Reading> Values, Pixels? Pixels = null)
{
    /// <summary>Returns the number of a value; throws for a range.</summary>
    public long Number(int index) => Values[index].Number ?? throw new InvalidOperationException($"Place {index} is not a number.");

    /// <summary>Returns the bytes of a range; throws for a value.</summary>
    public ReadOnlyMemory<byte> Bytes(int index) =>
        Values[index].Bytes ?? throw new InvalidOperationException($"Place {index} is not a range.");
}

/// <summary>A step of a sequence: a press, or a wait.</summary>
public sealed record SequenceStep
{
    /// <summary>Gets the buttons to press together.</summary>
    public IReadOnlyList<string>? Buttons { get; init; }

    /// <summary>Gets the frames down, 1 to 3,600; 6 if null.</summary>
    public int? Hold { get; init; }

    /// <summary>Gets the frames up afterwards, 0 to 600; 2 if null.</summary>
    public int? Release { get; init; }

    /// <summary>Gets the frames to wait, 1 to 36,000, instead of a press.</summary>
    public int? Wait { get; init; }

    /// <summary>Gets the frame of the repetition in which the step starts; null: after the step before.</summary>
    public int? At { get; init; }

    /// <summary>Returns a press.</summary>
    public static SequenceStep Press(string buttons, int? hold = null, int? release = null) =>
        new() { Buttons = buttons.Split('+'), Hold = hold, Release = release };

    /// <summary>Returns a wait of 1 to 36,000 frames.</summary>
    public static SequenceStep Pause(int frames) => new() { Wait = frames };
}

/// <summary>A turn: every part is optional.</summary>
public sealed record Turn
{
    /// <summary>Gets the named state to start from.</summary>
    public string? State { get; init; }

    /// <summary>Gets what to set of the cartridge's sensors before the turn.</summary>
    public SensorChange? Sensors { get; init; }

    /// <summary>Gets the presses and waits, at most 256.</summary>
    public IReadOnlyList<SequenceStep>? Steps { get; init; }

    /// <summary>Gets how often the steps are played, 1 to 1,000.</summary>
    public int? Repeat { get; init; }

    /// <summary>Gets what to wait for after the steps.</summary>
    public Until? Until { get; init; }

    /// <summary>Gets the frames after which the wait ends, 1 to 36,000; 600 if null.</summary>
    public int? TimeoutFrames { get; init; }

    /// <summary>
    /// Gets whether the steps end as soon as <see cref="Until"/> holds; <see cref="TimeoutFrames"/> counts from the start then.
    /// </summary>
    public bool? During { get; init; }

    /// <summary>Gets the frames to run afterwards, 0 to 36,000.</summary>
    public int? Settle { get; init; }

    /// <summary>Gets what to read at the end, at most 256 places.</summary>
    public IReadOnlyList<Place>? Read { get; init; }

    /// <summary>Gets whether to take a picture at the end.</summary>
    public bool? Screen { get; init; }

    /// <summary>Gets the scale of pictures, 1 to 8.</summary>
    public int? Scale { get; init; }

    /// <summary>Gets after how many frames a picture is taken each time, at most 8 times.</summary>
    public int? KeyFrames { get; init; }

    /// <summary>Gets whether what is read and shown is also observed where each step ends: at most 64 steps, or 8 with a picture.</summary>
    public bool? EachStep { get; init; }

    /// <summary>
    /// Gets the speed of a held game for this turn, 0.25 to 16, or 0 for as fast as possible; null for the game's speed. Only the bundled
    /// emulator supports it.
    /// </summary>
    public double? Speed { get; init; }

    [JsonInclude]
    internal string? Lease { get; init; }
}
