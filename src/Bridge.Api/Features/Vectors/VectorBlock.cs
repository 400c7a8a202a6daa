using System.Globalization;
using System.IO.MemoryMappedFiles;
using System.Runtime.InteropServices;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Frames;

namespace Bridge.Api.Features.Vectors;

/// <summary>The shared memory of a vector, and steps through it (docs/protocol/vectors.md, "A step").</summary>
internal sealed unsafe class VectorBlock : IDisposable
{
    // Flags of an order: seed the game's random numbers first, and reset the game first.
    private const ushort SeedFlag = 2, ResetFlag = 1;

    // A worker waits with the bit (game mod 32) of a word.
    private const int BitsOfWord = 32;

    // How long a step may take: it has up to 7,200 frames, and many games may share one processor.
    private static readonly TimeSpan MaxTime = TimeSpan.FromMinutes(2);

    // How often the process is looked at meanwhile.
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(100);

    private readonly VectorLayout _layout;
    // The number of games, and the bytes of a picture; 0 without pictures.
    private readonly int _count;
    private readonly int _picture;
    private readonly MemoryMappedFile _file;
    private readonly MemoryMappedViewAccessor _view;
    private readonly byte* _memory;

    private VectorBlock(MemoryMappedFile file, VectorLayout layout, VectorPlan plan)
    {
        (_file, _layout, _count, _picture) = (file, layout, plan.Count, plan.Channels * plan.Size.Area);
        _view = file.CreateViewAccessor(0, layout.Size);
        _view.SafeMemoryMappedViewHandle.AcquirePointer(ref _memory);
    }

    /// <summary>Returns the path of the memory for other programs of this account.</summary>
    public static string PathOf(int process, int descriptor) =>
        string.Create(CultureInfo.InvariantCulture, $"/proc/{process}/fd/{descriptor}");

    /// <summary>Reads the layout of a vector that has just started.</summary>
    /// <exception cref="IOException">The process has ended.</exception>
    public static VectorLayout ReadLayout(int process, int descriptor)
    {
        var header = new byte[VectorLayout.HeaderBytes];
        using var file = new FileStream(PathOf(process, descriptor), FileMode.Open, FileAccess.Read, FileShare.ReadWrite);
        file.ReadExactly(header);
        return VectorLayout.Read(header, descriptor);
    }

    /// <summary>Maps the memory of a vector. OWNED BY THE CALLER.</summary>
    /// <exception cref="IOException">The process has ended.</exception>
    public static VectorBlock Open(int process, VectorLayout layout, VectorPlan plan)
    {
        using var file = new FileStream(
            PathOf(process, layout.Descriptor), FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite);
        // Sealed, so it never gets shorter than this.
        if (file.Length != layout.Size)
            throw new IOException("The memory has another size.");
        return new VectorBlock(
            MemoryMappedFile.CreateFromFile(file, null, 0, MemoryMappedFileAccess.ReadWrite, HandleInheritability.None, leaveOpen: false),
            layout, plan);
    }

    /// <summary>Begins a step.</summary>
    /// <exception cref="RequestException">Another client steps the vector.</exception>
    public void Begin(VectorOrder order)
    {
        if (!IsAnswered())
            throw InUse();
        Write(order);
    }

    /// <summary>Waits until all games have answered.</summary>
    /// <param name="isRunning">Whether the vector's process runs.</param>
    /// <exception cref="RequestException">The vector has ended, or takes too long.</exception>
    public void End(Func<bool> isRunning)
    {
        if (!TryEnd(isRunning, MaxTime))
        {
            throw new RequestException(ProblemTypes.OutcomeUnknown,
                $"The step didn't end in {MaxTime.TotalMinutes} minutes; games may still run it.");
        }
    }

    /// <summary>Waits for some time, and returns whether all games have answered.</summary>
    /// <param name="isRunning">Whether the vector's process runs.</param>
    /// <param name="time">The longest wait.</param>
    /// <exception cref="RequestException">The vector has ended.</exception>
    public bool TryEnd(Func<bool> isRunning, TimeSpan time)
    {
        var begin = TimeProvider.System.GetTimestamp();
        var done = WordAt(VectorArea.Done);
        while (true)
        {
            var seen = Volatile.Read(ref *done);
            if (IsAnswered())
                return true;
            var left = time - TimeProvider.System.GetElapsedTime(begin);
            if (left <= TimeSpan.Zero)
                return false;
            Futex.Wait(done, seen, left < Interval ? left : Interval);
            if (!IsAnswered() && !isRunning() && !IsAnswered())
                throw new RequestException(ProblemTypes.UnknownVector, "The vector ended during the step.");
        }
    }

    /// <summary>Returns the status of a game's latest answer.</summary>
    public int StatusOf(int game) => (int)Area<uint>(VectorArea.Status, _count)[game];

    /// <summary>Returns the frame counter in a game's latest answer.</summary>
    public long FrameOf(int game) => Area<long>(VectorArea.Frame, _count)[game];

    /// <summary>Returns the values in a game's latest answer, and which of them led nowhere as bits.</summary>
    public (ReadOnlyMemory<long> Values, ulong Missing) ValuesOf(int game, int reads) => (
        Area<long>(VectorArea.Values, _count * VectorRules.MaxReads).Slice(game * VectorRules.MaxReads, reads).ToArray(),
        Area<ulong>(VectorArea.Missing, _count)[game]);

    /// <summary>Writes the records of a step's games to a body.</summary>
    public void WriteTo(StepLayout layout, Span<byte> body, IReadOnlyList<int> games, int reads)
    {
        for (var index = 0; index < games.Count; index++)
        {
            var game = games[index];
            var values = Area<long>(VectorArea.Values, _count * VectorRules.MaxReads).Slice(game * VectorRules.MaxReads, reads);
            var picture = Area<byte>(VectorArea.Pixels, _count * _picture).Slice(game * _picture, _picture);
            layout.Write(body, index, (uint)StatusOf(game), FrameOf(game), values, picture);
            layout.WriteMissing(body, index, Area<ulong>(VectorArea.Missing, _count)[game]);
        }
    }

    /// <summary>Returns the latest pictures of all games, one after the other. A step may change them meanwhile.</summary>
    public ReadOnlySpan<byte> LatestPictures()
    {
        // The batch of the latest step. While that step runs, the other batch has the pictures of the step before.
        var written = (int)(Area<uint>(VectorArea.Bell, 3)[2] & 1);
        var batch = IsAnswered() ? written : 1 - written;
        return Area<byte>(VectorArea.Pixels, 2 * _count * _picture).Slice(batch * _count * _picture, _count * _picture);
    }

    public void Dispose()
    {
        _view.SafeMemoryMappedViewHandle.ReleasePointer();
        _view.Dispose();
        _file.Dispose();
    }

    /// <summary>Returns the refusal of a step while another one runs.</summary>
    public static RequestException InUse() => new(ProblemTypes.Conflict,
        "Another client steps this vector now; one client at a time may. Nothing was stepped.");

    private void Write(VectorOrder order)
    {
        var keys = Area<ushort>(VectorArea.Keys, _count);
        var frames = Area<ushort>(VectorArea.Frames, _count);
        var flags = Area<ushort>(VectorArea.Flags, _count);
        var starts = Area<ushort>(VectorArea.Start, _count);
        var seeds = Area<ulong>(VectorArea.Seed, _count);
        var asked = Area<uint>(VectorArea.Asked, _count);
        for (var index = 0; index < order.Games.Count; index++)
        {
            var game = order.Games[index];
            (keys[game], frames[game]) = (order.Keys[index], (ushort)order.Frames);
            flags[game] = (ushort)((order.Starts[index] is null ? 0 : ResetFlag) | (order.Seeds[index] is null ? 0 : SeedFlag));
            (starts[game], seeds[game]) = ((ushort)(order.Starts[index] ?? 0), order.Seeds[index] ?? 0);
        }

        // The words bell, want and batch. Answers go to batch 0, where StatusOf, FrameOf, ValuesOf and WriteTo read them.
        var bell = Area<uint>(VectorArea.Bell, 3);
        (bell[1], bell[2]) = (Volatile.Read(ref *WordAt(VectorArea.Done)) + (uint)order.Games.Count, 0);
        var bits = 0u;
        foreach (var game in order.Games)
        {
            Volatile.Write(ref asked[game], asked[game] + 1);
            bits |= 1u << (game % BitsOfWord);
        }

        Volatile.Write(ref bell[0], bell[0] + 1);
        Futex.Wake(WordAt(VectorArea.Bell), bits);
    }

    private bool IsAnswered()
    {
        var asked = Area<uint>(VectorArea.Asked, _count);
        var answered = Area<uint>(VectorArea.Answered, _count);
        for (var game = 0; game < _count; game++)
        {
            if (Volatile.Read(ref answered[game]) != asked[game])
                return false;
        }

        return true;
    }

    private uint* WordAt(VectorArea area) => (uint*)(_memory + _layout[area]);

    // Never beyond the memory, whatever the layout says.
    private Span<T> Area<T>(VectorArea area, int length) where T : unmanaged =>
        MemoryMarshal.Cast<byte, T>(new Span<byte>(_memory, (int)_layout.Size)[_layout[area]..])[..length];
}
