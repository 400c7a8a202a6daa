using System.Runtime.InteropServices;

namespace Bridge.Api.Features.Vectors;

/// <summary>Waits for a word of shared memory to change, and wakes those that wait: futex(2).</summary>
internal static partial class Futex
{
    // FUTEX_WAIT and FUTEX_WAKE_BITSET.
    private const int WaitOperation = 0, WakeSomeOperation = 10;

    // The number of the system call; libc has no function for it.
    private static readonly nint SystemCall = RuntimeInformation.ProcessArchitecture == Architecture.Arm64 ? 98 : 202;

    /// <summary>Sleeps while a word is a number, and for this long at most. May return earlier.</summary>
    public static unsafe void Wait(uint* word, uint number, TimeSpan time)
    {
        var limit = new TimeSpec
        {
            Seconds = (nint)(long)time.TotalSeconds,
            Nanoseconds = 100 * (nint)(time.Ticks % TimeSpan.TicksPerSecond),
        };
        _ = Call(SystemCall, (nint)word, WaitOperation, (nint)number, (nint)(&limit), other: 0, bits: 0);
    }

    /// <summary>Wakes all that wait for a word with one of these bits.</summary>
    public static unsafe void Wake(uint* word, uint bits) =>
        _ = Call(SystemCall, (nint)word, WakeSomeOperation, int.MaxValue, time: 0, other: 0, (nint)bits);

    [LibraryImport("libc", EntryPoint = "syscall")]
    private static partial nint Call(nint number, nint word, nint operation, nint value, nint time, nint other, nint bits);

    private struct TimeSpec
    {
        public nint Seconds;
        public nint Nanoseconds;
    }
}
