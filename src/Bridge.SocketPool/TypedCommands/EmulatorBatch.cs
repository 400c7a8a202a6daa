using System.Buffers;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Framing;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.TypedCommands;

/// <summary>
/// Operations that run in one frame, in order, with nothing in between (docs/protocol/commands.md, "Batch"). What each one answers is at
/// its place in <see cref="BatchReply.Results"/>. For one thread, and to be sent once it is complete.
/// </summary>
public sealed class EmulatorBatch
{
    private readonly ArrayBufferWriter<byte> _messages = new();

    /// <summary>Operations added so far; 1 to 256 can be run.</summary>
    public int Count { get; private set; }

    /// <summary>What running it twice would do: as much as the worst of its operations.</summary>
    public ReplayCategory Category { get; private set; } = ReplayCategory.ReadOnly;

    internal ReadOnlyMemory<byte> Messages => _messages.WrittenMemory;

    /// <summary>Reads a value; its result's number is the value, unsigned, and then, of a chain, the address.</summary>
    public void ReadValue(MemoryAddress address, int width, string? domain) => Add(MemoryCommands.Get(address, width, domain));

    /// <summary>Reads a range; its result's payload are the bytes and, of a chain, its number the address.</summary>
    public void ReadRange(MemoryAddress address, int length, string? domain) => Add(MemoryCommands.Read(address, length, domain));

    /// <summary>Writes a value.</summary>
    public void WriteValue(MemoryAddress address, int width, uint value, string? domain) =>
        Add(MemoryCommands.Set(address, width, value, domain));

    /// <summary>Writes bytes, which are copied.</summary>
    public void WriteRange(MemoryAddress address, ReadOnlyMemory<byte> bytes, string? domain) =>
        Add(MemoryCommands.Write(address, bytes, domain));

    /// <summary>Goes on only if a value meets a condition; its result's number is 1 then, else 0 and the rest is skipped.</summary>
    /// <param name="address">Bus address, offset, or chain of pointers.</param>
    /// <param name="type">u8, u16, u32, i8, i16 or i32.</param>
    /// <param name="domain">A domain's name; null: the bus.</param>
    /// <param name="condition">Like <c>eq:3</c>: eq, ne, lt, le, gt, ge or mask, and a number of that type.</param>
    public void Guard(MemoryAddress address, string type, string? domain, string condition) =>
        Add(CommandTable.MemoryGuard.Request(address.ToArgument(), type, domain, condition));

    /// <summary>
    /// Queues a press; its result's number is the press's id. The ranges are those of <see cref="ButtonCommands.PressButtonsAsync"/>.
    /// </summary>
    public void Press(Buttons buttons, int hold, int release) => Add(ButtonCommands.Press(buttons, hold, release, wait: false));

    /// <summary>Queues a sequence; its result's number is the sequence's id.</summary>
    public void Play(ButtonSequence sequence) => Add(SequenceCommands.Play(sequence, wait: false));

    /// <summary>Holds exactly these buttons.</summary>
    public void Hold(Buttons buttons) => Add(ButtonCommands.Hold(buttons));

    /// <summary>Lets go of everything and drops every press.</summary>
    public void Release() => Add(ButtonCommands.Clear);

    /// <summary>Takes a picture; its result's payload is a PNG. One in a batch.</summary>
    public void TakePicture() => Add(GameCommands.Picture);

    /// <summary>The same as <see cref="ScreenCommands.TakePixelsAsync"/> gives it; only in what an act looks at.</summary>
    public void TakePixels() => Add(ScreenCommands.Raw);

    /// <summary>Reads a register; its result's number is the value, unsigned.</summary>
    public void ReadRegister(string name) => Add(RegisterCommands.Get(name));

    /// <summary>Writes a register.</summary>
    public void WriteRegister(string name, uint value) => Add(RegisterCommands.Set(name, value));

    private void Add(in EmulatorRequest request)
    {
        MessageWriter.Write(_messages, Count + 1, clock: 0, request, MessageWriter.PayloadLength(request));
        Count++;
        if (request.Category < Category)
            Category = request.Category;
    }
}
