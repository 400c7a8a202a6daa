using System.Buffers;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Framing;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.TypedCommands;

/// <summary>
/// Builds an act, one turn of an agent that is exact to the frame (docs/protocol/commands.md, "Act"): load a state, set sensors, play a
/// sequence, wait for conditions, let the game settle, and read. All parts are optional. Not thread-safe; complete it before it is sent.
/// </summary>
public sealed class EmulatorAct
{
    private readonly ArrayBufferWriter<byte> _messages = new();
    private int _count;

    /// <summary>Gets how many frames run at the end, before the reads; 0 to 36,000.</summary>
    public int Settle { get; init; }

    /// <summary>Gets the interval in frames between pictures that are taken during the act, at most eight; 0 for none.</summary>
    public int KeyFrameEvery { get; init; }

    /// <summary>
    /// Gets whether <see cref="Reads"/> also run where a step of the sequence ends, at most 64 times, or eight with a picture.
    /// </summary>
    public bool ReadsEachStep { get; init; }

    /// <summary>
    /// Gets the speed of its frames in thousandths of the console's, 250 to 16,000, or 0 for as fast as possible; null for the game's
    /// speed. Only the bundled emulator supports it, and the game must be held.
    /// </summary>
    public int? Speed { get; init; }

    /// <summary>Gets the lease of an exclusive hold; null for none.</summary>
    public string? Lease { get; init; }

    /// <summary>Gets the read operations for the end of the act: values, ranges, registers and one picture.</summary>
    public EmulatorBatch Reads { get; } = new();

    /// <summary>Gets the number of bytes of the act on the wire; up to 2 MiB can be sent.</summary>
    public int PayloadBytes => _messages.WrittenCount + Reads.Messages.Length;

    internal string StepEnds { get; private set; } = "";

    internal int FramesNeeded { get; private set; }

    internal bool LoadsState { get; private set; }

    internal bool HasConditions { get; private set; }

    /// <summary>Loads a state. Must be called before the other parts are added.</summary>
    public void Begin(StateParts parts, ReadOnlyMemory<byte> state)
    {
        Add(StateCommands.Load(parts, state));
        LoadsState = true;
    }

    /// <summary>Sets what the sensors of the cartridge measure. Must be called after <see cref="Begin"/>.</summary>
    public void Set(SensorSetting sensors) => Add(SensorCommands.Set(sensors));

    /// <summary>Plays a sequence. Must be called after <see cref="Begin"/> and <see cref="Set"/>.</summary>
    public void Play(ButtonSequence sequence)
    {
        Add(SequenceCommands.Play(sequence, wait: false));
        // Conditions that were added before are checked while it plays.
        FramesNeeded = Math.Max(FramesNeeded, sequence.Frames);
        StepEnds = string.Join(',', sequence.StepEnds.Distinct().Order());
    }

    /// <summary>
    /// Waits for conditions after the sequence. If this is called before <see cref="Play"/>, they are checked while the sequence plays as
    /// well, and end it as soon as they hold. Changes count from the beginning of the act.
    /// </summary>
    public void Await(AwaitedConditions conditions)
    {
        Add(conditions.ToRequest());
        FramesNeeded += conditions.Frames;
        HasConditions = true;
    }

    internal ReadOnlyMemory<byte> ToPayload()
    {
        _messages.Write(Reads.Messages.Span);
        return _messages.WrittenMemory;
    }

    private void Add(in EmulatorRequest request) =>
        MessageWriter.Write(_messages, ++_count, clock: 0, request, MessageWriter.PayloadLength(request));
}
