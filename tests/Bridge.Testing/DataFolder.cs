namespace Bridge.Testing;

/// <summary>
/// A data folder for tests and benchmarks, and for the programs that they start: a bridge keeps named states and key files there,
/// and no test may touch those of the account that runs it.
/// </summary>
public static class DataFolder
{
    /// <summary>Uses a new folder until the process ends, which deletes it.</summary>
    public static void Use()
    {
        var folder = Directory.CreateTempSubdirectory("bridge-data-");
        Environment.SetEnvironmentVariable("XDG_DATA_HOME", folder.FullName);
        AppDomain.CurrentDomain.ProcessExit += (_, _) => folder.Delete(recursive: true);
    }
}
