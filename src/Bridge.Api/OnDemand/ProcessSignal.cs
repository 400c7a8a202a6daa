using System.Runtime.InteropServices;

namespace Bridge.Api.OnDemand;

/// <summary>Sends signals to the emulators' processes. The numbers are those of Linux on every processor that .NET supports.</summary>
internal static partial class ProcessSignal
{
    /// <summary>SIGUSR1: the host pauses, or resumes if it is paused.</summary>
    public const int TogglePause = 10;

    /// <summary>SIGUSR2: the host resumes if it is paused.</summary>
    public const int Resume = 12;

    /// <summary>SIGTERM: the host writes the save and ends.</summary>
    public const int Terminate = 15;

    public static void Send(int process, int signal) => _ = Kill(process, signal);

    [LibraryImport("libc", EntryPoint = "kill")]
    private static partial int Kill(int process, int signal);
}
