using System.Runtime.InteropServices;

namespace Bridge.Api.Hosting;

/// <summary>Trims the memory that the runtime, mostly its compiler, has from the C library; a collection doesn't reach it.</summary>
internal static partial class NativeHeap
{
    /// <summary>Returns its free part to the system (malloc_trim(3)). Does nothing without glibc.</summary>
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
            // The C library is not glibc.
        }
    }

    [LibraryImport("libc", EntryPoint = "malloc_trim")]
    private static partial int TrimFree(nuint kept);
}
