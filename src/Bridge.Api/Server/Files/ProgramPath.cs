namespace Bridge.Api.Server.Files;

/// <summary>Finds programs in the folders of the variable PATH.</summary>
internal static class ProgramPath
{
    /// <summary>Returns the path of a program; null: no folder has it.</summary>
    /// <param name="name">The name of its file.</param>
    public static string? Find(string name) => (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator)
        .Where(folder => folder.Length > 0).Select(folder => Path.Combine(folder, name)).FirstOrDefault(File.Exists);
}
