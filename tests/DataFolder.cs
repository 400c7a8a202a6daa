using System.Runtime.CompilerServices;

namespace Bridge.Testing;

/// <summary>
/// Gives the tests, and the programs that they start, a data folder of their own: a bridge keeps named states and key files there,
/// and no test may touch those of the account that runs it.
/// </summary>
internal static class DataFolder
{
    [ModuleInitializer]
    internal static void Set()
    {
        var folder = Directory.CreateTempSubdirectory("bridge-data-");
        Environment.SetEnvironmentVariable("XDG_DATA_HOME", folder.FullName);
        AppDomain.CurrentDomain.ProcessExit += (_, _) => folder.Delete(recursive: true);
    }
}
