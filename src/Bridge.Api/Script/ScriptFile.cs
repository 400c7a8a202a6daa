namespace Bridge.Api.Script;

/// <summary>The script for mGBA as one file, which the build creates from the sources in <c>lua</c>.</summary>
internal static class ScriptFile
{
    /// <summary>The name of the file, and of the resource in Bridge.Api.csproj.</summary>
    public const string Name = "bridge.lua";

    /// <summary>Opens the file, which is UTF-8.</summary>
    public static Stream Open() => typeof(ScriptFile).Assembly.GetManifestResourceStream(Name)!;
}
