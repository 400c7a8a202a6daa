using System.Reflection;

namespace Bridge.Api.Server.Diagnostics;

/// <summary>The version of this program, and the commit that it was built from.</summary>
internal static class ProgramVersion
{
    // The SDK writes it as VERSION+COMMIT where it finds a repository.
    private static readonly string[] Parts = (typeof(ProgramVersion).Assembly
        .GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion ?? "0.0.0").Split('+');

    /// <summary>Gets the version, like <c>1.2.0</c>.</summary>
    public static string Number => Parts[0];

    /// <summary>Gets the commit; <c>unknown</c> for a build outside a repository.</summary>
    public static string Commit => Parts is [_, var commit] ? commit : "unknown";

    /// <summary>Returns whether <paramref name="other"/> has the same major and minor version as this program.</summary>
    public static bool IsCompatible(string other) => MajorAndMinorOf(other) == MajorAndMinorOf(Number);

    private static string MajorAndMinorOf(string version) => string.Join('.', version.Split('.').Take(2));
}
