using System.Globalization;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Bridge.Api.Features.OnDemand;

/// <summary>
/// A process of this machine, and never another one that gets its id later. The kernel's handle (pidfd_open(2)) identifies it; without one
/// its start time does, which is compared at each signal.
/// </summary>
internal sealed partial class ProcessHandle : IDisposable
{
    // syscall(2): the same numbers on every processor. The C library of Debian 11 has no functions for them.
    private const int SendSignalCall = 424, OpenCall = 434;

    private readonly int _id;
    private readonly SafeFileHandle? _handle;

    private ProcessHandle(int id, SafeFileHandle? handle)
    {
        // After the handle was opened, so that both mean the same process.
        (_id, _handle, StartedAt) = (id, handle, StartOf(id));
    }

    /// <summary>Gets when it started, in ticks of the system's clock since the boot; null if it had ended already.</summary>
    public long? StartedAt { get; }

    /// <summary>Gets whether it still runs.</summary>
    public bool IsRunning => StartedAt is not null && StartOf(_id) == StartedAt;

    /// <summary>Opens the process that has an id now. OWNED BY THE CALLER.</summary>
    public static ProcessHandle Open(int id)
    {
        var handle = (int)OpenProcess(OpenCall, id, 0);
        return new ProcessHandle(id, handle < 0 ? null : new SafeFileHandle(handle, ownsHandle: true));
    }

    /// <summary>Opens the process as on a kernel before 5.3, which has no handles of processes.</summary>
    public static ProcessHandle OpenByStart(int id) => new(id, handle: null);

    /// <summary>Sends a signal, unless the process has ended.</summary>
    public void Send(int signal)
    {
        if (_handle is not null)
            _ = SendSignal(SendSignalCall, _handle, signal, 0, 0);
        else if (IsRunning)
            _ = Kill(_id, signal);
    }

    public void Dispose() => _handle?.Dispose();

    // The 22nd field (proc(5)). The 2nd is in parentheses and may contain spaces, so fields begins with the 3rd.
    private static long? StartOf(int id)
    {
        try
        {
            var text = File.ReadAllText(string.Create(CultureInfo.InvariantCulture, $"/proc/{id}/stat"));
            var fields = text[(text.LastIndexOf(')') + 2)..].Split(' ');
            return fields[0] == "Z" ? null : long.Parse(fields[19], CultureInfo.InvariantCulture);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    [LibraryImport("libc", EntryPoint = "syscall")]
    private static partial nint OpenProcess(nint number, nint process, nint flags);

    [LibraryImport("libc", EntryPoint = "syscall")]
    private static partial nint SendSignal(nint number, SafeFileHandle process, nint signal, nint details, nint flags);

    [LibraryImport("libc", EntryPoint = "kill")]
    private static partial int Kill(int process, int signal);
}
