using System.Runtime.InteropServices;

namespace Bridge.Api.Hosting;

/// <summary>What the runtime itself, its compiler above all, has taken from the C library; no collection reaches that.</summary>
internal static partial class NativeHeap
{
    /// <summary>Gives what is free of it back to the system (malloc_trim(3)). Only glibc can; elsewhere nothing happens.</summary>
    public static void Trim()
    {
        if (!OperatingSystem.IsLinux())
            return;
        try
        {
            _ = TrimFree(0);
        }
        catch (EntryPointNotFoundException)
        {
            // Another C library.
        }
    }

    [LibraryImport("libc", EntryPoint = "malloc_trim")]
    private static partial int TrimFree(nuint kept);
}
