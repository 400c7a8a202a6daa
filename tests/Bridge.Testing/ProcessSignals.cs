using System.ComponentModel;
using System.Runtime.InteropServices;

namespace Bridge.Testing;

/// <summary>Sends signals to a process that a test has started; .NET itself can only kill a process.</summary>
public static class ProcessSignals
{
    public const int HangUp = 1;
    public const int Interrupt = 2;
    public const int Quit = 3;
    public const int Kill = 9;
    public const int Terminate = 15;
    public const int Continue = 18;
    public const int Stop = 19;

    /// <summary>SIGUSR1, whose number differs between systems.</summary>
    public static int User1 => OperatingSystem.IsMacOS() ? 30 : 10;

    /// <summary>Sends a signal once an earlier one of its kind has been handled: two pending signals are merged into one.</summary>
    public static void Send(int processId, int signal)
    {
        if (!SpinWait.SpinUntil(() => !IsPending(processId, signal), Eventually.Patience))
            throw new TimeoutException($"The process {processId} does not take signal {signal}.");
        if (SendSignal(processId, signal) != 0)
            throw new Win32Exception(Marshal.GetLastPInvokeError());
    }

    /// <summary>Kills a process unless it has ended already.</summary>
    public static void KillIfRunning(int processId)
    {
        try
        {
            Send(processId, Kill);
        }
        catch (Win32Exception)
        {
            // It has ended meanwhile.
        }
    }

    // Pending signals of a process are in the line ShdPnd of proc(5), a bit for each signal from 1. Other systems don't show them.
    private static bool IsPending(int processId, int signal)
    {
        const string Line = "ShdPnd:";
        try
        {
            return File.ReadLines($"/proc/{processId}/status")
                .FirstOrDefault(line => line.StartsWith(Line, StringComparison.Ordinal)) is { } pending
                && (Convert.ToUInt64(pending[Line.Length..].Trim(), 16) >> (signal - 1) & 1) != 0;
        }
        catch (IOException)
        {
            // It has ended, perhaps while its status was read.
            return false;
        }
    }

    [DllImport("libc", EntryPoint = "kill", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int SendSignal(int processId, int signal);
}
