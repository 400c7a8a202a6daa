namespace Bridge.Testing;

/// <summary>
/// The program under test. The tests reference it, so it is in their folder, unless <c>BRIDGE_PROGRAM</c> names the folder of another
/// published build, such as the self-contained one.
/// </summary>
public static class BridgeProgram
{
    private static readonly string? Published = Environment.GetEnvironmentVariable("BRIDGE_PROGRAM");

    /// <summary>Gets whether it is another build than the referenced one, so that it can't run in the tests' process.</summary>
    public static bool IsAnother => Published is { Length: > 0 };

    /// <summary>Gets its folder, which contains its settings.</summary>
    public static string Folder => IsAnother ? Path.GetFullPath(Published!) : AppContext.BaseDirectory;

    /// <summary>Returns how to start the program in this folder: directly if it is self-contained, otherwise with <c>dotnet</c>.</summary>
    public static string[] CommandIn(string folder) => File.Exists(Path.Combine(folder, "libcoreclr.so"))
        ? [Path.Combine(folder, "Bridge.Api")]
        : ["dotnet", Path.Combine(folder, "Bridge.Api.dll")];
}
