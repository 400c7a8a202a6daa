namespace Bridge.Api.Features.OnDemand;

/// <summary>The signals to the emulators' processes. The numbers are those of Linux on every processor that .NET supports.</summary>
internal static class ProcessSignal
{
    /// <summary>SIGKILL: the system ends the process.</summary>
    public const int Kill = 9;

    /// <summary>SIGUSR1: the host pauses, or resumes if it is paused.</summary>
    public const int TogglePause = 10;

    /// <summary>SIGUSR2: the host resumes if it is paused.</summary>
    public const int Resume = 12;

    /// <summary>SIGTERM: the host writes the save and ends.</summary>
    public const int Terminate = 15;
}
