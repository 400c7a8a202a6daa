namespace Bridge.Testing;

/// <summary>
/// The program under test. It lies beside the tests, which refer to it, unless <c>BRIDGE_PROGRAM</c> names a folder that another build of
/// it was published into, like the native one.
/// </summary>
public static class BridgeProgram
{
    private static readonly string? Published = Environment.GetEnvironmentVariable("BRIDGE_PROGRAM");

    /// <summary>Gets whether it is another build than the referenced one, so that it can't run in the tests' process.</summary>
    public static bool IsAnother => Published is { Length: > 0 };

    /// <summary>Gets its folder, which contains its settings.</summary>
    public static string Folder => IsAnother ? Path.GetFullPath(Published!) : AppContext.BaseDirectory;

    /// <summary>Gets the command that starts the program in this folder: the program itself if it needs no .NET.</summary>
    public static string[] CommandIn(string folder) => File.Exists(Path.Combine(folder, "bridge"))
        ? [Path.Combine(folder, "bridge")]
        : ["dotnet", Path.Combine(folder, "Bridge.Api.dll")];
}
