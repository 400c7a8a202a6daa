using System.Buffers;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Framing;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.TypedCommands;

/// <summary>
/// A turn of an agent, exact to the frame (docs/protocol/commands.md, "Act"): perhaps a state, a sequence of buttons, a value to wait for,
/// frames for the game to settle, and then a look at it. What was not named is left out. For one thread, and to be sent once it is
/// complete.
/// </summary>
public sealed class EmulatorAct
{
    private readonly ArrayBufferWriter<byte> _before = new();
    private int _parts;

    /// <summary>Frames that pass after all else, 0 to 36,000.</summary>
    public int Settle { get; init; }

    /// <summary>A picture is taken each time that this number of frames has passed, at most eight; 0: none.</summary>
    public int KeyFrameEvery { get; init; }

    /// <summary>The lease of an exclusive hold; null: none.</summary>
    public string? Lease { get; init; }

    /// <summary>What is read when the act is over: values, ranges, registers and one picture.</summary>
    public EmulatorBatch Looks { get; } = new();

    /// <summary>Bytes that it takes on the wire; up to 2 MiB can be sent.</summary>
    public int PayloadBytes => _before.WrittenCount + Looks.Messages.Length;

    internal int FramesNeeded { get; private set; }

    internal bool LoadsState { get; private set; }

    /// <summary>Begins in this state. Comes first.</summary>
    public void Begin(StateParts parts, ReadOnlyMemory<byte> state)
    {
        Add(StateCommands.Load(parts, state));
        LoadsState = true;
    }

    /// <summary>Plays this, after <see cref="Begin"/> and before <see cref="Await"/>.</summary>
    public void Play(ButtonSequence sequence)
    {
        Add(SequenceCommands.Play(sequence, wait: false));
        FramesNeeded += sequence.Frames;
    }

    /// <summary>Waits until a value meets a condition; the parameters are those of <see cref="WaitCommands.WaitForMemoryAsync"/>.</summary>
    public void Await(MemoryAddress address, string type, string? domain, string condition, int frames)
    {
        Add(WaitCommands.Memory(address, type, domain, condition, frames));
        FramesNeeded += frames;
    }

    internal ReadOnlyMemory<byte> ToPayload()
    {
        _before.Write(Looks.Messages.Span);
        return _before.WrittenMemory;
    }

    private void Add(in EmulatorRequest request) =>
        MessageWriter.Write(_before, ++_parts, clock: 0, request, MessageWriter.PayloadLength(request));
}
