using System.ComponentModel;
using System.Runtime.InteropServices;

namespace Bridge.Testing;

/// <summary>Signals to a process that a test has started; .NET itself knows only how to kill one.</summary>
public static class ProcessSignals
{
    public const int HangUp = 1;
    public const int Interrupt = 2;
    public const int Quit = 3;
    public const int Kill = 9;
    public const int Terminate = 15;

    /// <summary>SIGUSR1, whose number differs.</summary>
    public static int User1 => OperatingSystem.IsMacOS() ? 30 : 10;

    public static void Send(int processId, int signal)
    {
        if (SendSignal(processId, signal) != 0)
            throw new Win32Exception(Marshal.GetLastPInvokeError());
    }

    [DllImport("libc", EntryPoint = "kill", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int SendSignal(int processId, int signal);
}
