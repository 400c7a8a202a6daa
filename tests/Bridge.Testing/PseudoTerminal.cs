using System.ComponentModel;
using System.Runtime.InteropServices;
using System.Text;

namespace Bridge.Testing;

/// <summary>A pseudo terminal: closing it looks to the program inside like closing its terminal window.</summary>
public sealed class PseudoTerminal : IAsyncDisposable
{
    // O_RDWR, O_NOCTTY and O_CLOEXEC of open(2), and POLLIN of poll(2), on Linux.
    private const int ReadWrite = 2;
    private const int NotMyTerminal = 0x100;
    private const int CloseOnExec = 0x80000;
    private const short Readable = 1;
    private const int PollMilliseconds = 20;

    private readonly int _master;
    private Task _reading = Task.CompletedTask;
    private volatile bool _closing;

    public PseudoTerminal()
    {
        _master = Check(Open(ReadWrite | NotMyTerminal | CloseOnExec));
        Check(Grant(_master));
        Check(Unlock(_master));
        var name = new byte[128];
        if (Name(_master, name, name.Length) != 0)
            throw new Win32Exception("ptsname_r");
        Path = Encoding.ASCII.GetString(name.AsSpan(0, name.AsSpan().IndexOf((byte)0)));
    }

    /// <summary>Gets the program's side, a file to read from and to write to.</summary>
    public string Path { get; }

    /// <summary>Starts to pass on the program's output, line by line.</summary>
    public void ReadTo(Action<string> onLine) => _reading = Task.Factory.StartNew(() => Read(onLine), TaskCreationOptions.LongRunning);

    public async ValueTask DisposeAsync()
    {
        if (_closing)
            return;
        _closing = true;
        // A pending read would keep it open.
        await _reading.ConfigureAwait(false);
        _ = Close(_master);
    }

    private void Read(Action<string> onLine)
    {
        var line = new List<byte>();
        var bytes = new byte[4096];
        while (!_closing)
        {
            var poll = new PollRequest { File = _master, Wanted = Readable };
            if (Poll(ref poll, 1, PollMilliseconds) <= 0)
                continue;
            var count = Read(_master, bytes, bytes.Length);
            // The last program on the other side has ended.
            if (count <= 0)
                return;
            foreach (var value in bytes.AsSpan(0, (int)count))
            {
                if (value != '\n')
                {
                    line.Add(value);
                    continue;
                }

                onLine(Encoding.UTF8.GetString([.. line]).TrimEnd('\r'));
                line.Clear();
            }
        }
    }

    private static int Check(int result) => result >= 0 ? result : throw new Win32Exception(Marshal.GetLastPInvokeError());

    [StructLayout(LayoutKind.Sequential)]
    private struct PollRequest
    {
        public int File;
        public short Wanted;
        public short Got;
    }

    [DllImport("libc", EntryPoint = "posix_openpt", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int Open(int flags);

    [DllImport("libc", EntryPoint = "grantpt", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int Grant(int terminal);

    [DllImport("libc", EntryPoint = "unlockpt", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int Unlock(int terminal);

    [DllImport("libc", EntryPoint = "ptsname_r", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int Name(int terminal, byte[] name, nint length);

    [DllImport("libc", EntryPoint = "poll", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int Poll(ref PollRequest request, nuint count, int milliseconds);

    [DllImport("libc", EntryPoint = "read", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern nint Read(int file, byte[] bytes, nint count);

    [DllImport("libc", EntryPoint = "close", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int Close(int file);
}
