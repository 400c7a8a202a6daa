using System.Buffers;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Framing;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.TypedCommands;

/// <summary>
/// Builds a batch: operations that run in one frame, in order, with nothing in between (docs/protocol/commands.md, "Batch"). Each
/// operation's result has the same index in <see cref="BatchReply.Results"/>. Not thread-safe; complete it before it is sent.
/// </summary>
public sealed class EmulatorBatch
{
    private readonly ArrayBufferWriter<byte> _messages = new();

    /// <summary>Gets how many operations were added; 1 to 256 can be run.</summary>
    public int Count { get; private set; }

    /// <summary>Gets the replay category of the batch: that of its least repeatable operation.</summary>
    public ReplayCategory Category { get; private set; } = ReplayCategory.ReadOnly;

    internal ReadOnlyMemory<byte> Messages => _messages.WrittenMemory;

    /// <summary>
    /// Reads a value of 1, 2 or 4 bytes: <paramref name="width"/>. The result's numbers are the unsigned value and, for a pointer chain,
    /// the address.
    /// </summary>
    public void ReadValue(MemoryAddress address, int width, string? domain) => Add(MemoryCommands.Get(address, width, domain));

    /// <summary>Reads a range. The result's payload is the bytes; for a pointer chain, its number is the address.</summary>
    public void ReadRange(MemoryAddress address, int length, string? domain) => Add(MemoryCommands.Read(address, length, domain));

    /// <summary>Writes a value of 1, 2 or 4 bytes: <paramref name="width"/>.</summary>
    public void WriteValue(MemoryAddress address, int width, uint value, string? domain) =>
        Add(MemoryCommands.Set(address, width, value, domain));

    /// <summary>Writes a range. The bytes are copied.</summary>
    public void WriteRange(MemoryAddress address, ReadOnlyMemory<byte> bytes, string? domain) =>
        Add(MemoryCommands.Write(address, bytes, domain));

    /// <summary>Skips the rest of the batch unless a value meets a condition. The result's number is 1 if it does, otherwise 0.</summary>
    /// <param name="address">Bus address, offset, or pointer chain.</param>
    /// <param name="type">u8, u16, u32, i8, i16 or i32.</param>
    /// <param name="domain">The name of a memory domain; null for the bus.</param>
    /// <param name="condition">
    /// A condition like <c>eq:3</c>: eq, ne, lt, le, gt, ge or mask, and a number of that type (mask: of the unsigned type).
    /// </param>
    public void Guard(MemoryAddress address, string type, string? domain, string condition) =>
        Add(CommandTable.MemoryGuard.Request(address.ToArgument(), type, domain, condition));

    /// <summary>
    /// Queues a press. The result's number is the press's id. The ranges are those of <see cref="ButtonCommands.PressButtonsAsync"/>.
    /// </summary>
    public void Press(Buttons buttons, int hold, int release) => Add(ButtonCommands.Press(buttons, hold, release, wait: false));

    /// <summary>Queues a sequence. The result's number is the sequence's id.</summary>
    public void Play(ButtonSequence sequence) => Add(SequenceCommands.Play(sequence, wait: false));

    /// <summary>Holds exactly these buttons and releases the others.</summary>
    public void Hold(Buttons buttons) => Add(ButtonCommands.Hold(buttons));

    /// <summary>Releases all buttons and drops all presses.</summary>
    public void Release() => Add(ButtonCommands.Clear);

    /// <summary>Takes a screenshot. The result's payload is a PNG. A batch can have only one.</summary>
    public void TakePicture() => Add(GameCommands.Picture);

    /// <summary>
    /// Takes a screenshot as raw pixels, in the format of <see cref="ScreenCommands.TakePixelsAsync"/>. Only for the reads of an act or a
    /// step. Needs the capability <see cref="ScreenCommands.Pixels"/>.
    /// </summary>
    public void TakePixels() => Add(ScreenCommands.Raw);

    /// <summary>
    /// Takes a screenshot as raw pixels at another size (docs/step-layout.md): three bytes a pixel (red, green, blue), or one with
    /// <paramref name="gray"/>. The result's numbers are the size of the game's own picture. Only for the reads of an act or a step. Needs
    /// the capability <see cref="ScreenCommands.Resize"/>.
    /// </summary>
    /// <param name="width">1 to <see cref="ScreenCommands.MaxResizedWidth"/>.</param>
    /// <param name="height">1 to <see cref="ScreenCommands.MaxResizedHeight"/>.</param>
    /// <param name="gray">Whether to convert to gray before the resizing.</param>
    public void TakePixels(int width, int height, bool gray) => Add(ScreenCommands.Resized(width, height, gray));

    /// <summary>Reads a register. The result's number is the unsigned value.</summary>
    public void ReadRegister(string name) => Add(RegisterCommands.Get(name));

    /// <summary>Writes a register.</summary>
    public void WriteRegister(string name, uint value) => Add(RegisterCommands.Set(name, value));

    private void Add(in EmulatorRequest request)
    {
        MessageWriter.Write(_messages, Count + 1, clock: 0, request, MessageWriter.PayloadLength(request));
        Count++;
        // ReplayCategory is ordered from the least repeatable.
        if (request.Category < Category)
            Category = request.Category;
    }
}
