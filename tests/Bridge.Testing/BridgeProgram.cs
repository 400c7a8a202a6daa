namespace Bridge.Testing;

/// <summary>
/// The program under test. It lies beside the tests, which refer to it, unless <c>BRIDGE_PROGRAM</c> names a folder that another build of
/// it was published into, like the native one.
/// </summary>
public static class BridgeProgram
{
    private static readonly string? Published = Environment.GetEnvironmentVariable("BRIDGE_PROGRAM");

    /// <summary>Whether it is another build than that which the tests refer to, so that it can't run in their process.</summary>
    public static bool IsAnother => Published is { Length: > 0 };

    /// <summary>Where it lies, and its settings beside it.</summary>
    public static string Folder => IsAnother ? Path.GetFullPath(Published!) : AppContext.BaseDirectory;

    /// <summary>Gets the command that starts the program in this folder: the program itself if it needs no .NET.</summary>
    public static string[] CommandIn(string folder) => File.Exists(Path.Combine(folder, "bridge"))
        ? [Path.Combine(folder, "bridge")]
        : ["dotnet", Path.Combine(folder, "Bridge.Api.dll")];
}
