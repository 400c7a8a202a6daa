namespace Bridge.Testing;

/// <summary>The root of the checkout: the parent folder of the tests that contains Bridge.sln.</summary>
public static class RepositoryRoot
{
    public static string Path { get; } = Find();

    /// <summary>Returns the path of a file or folder of the checkout.</summary>
    public static string Combine(params ReadOnlySpan<string> parts) => System.IO.Path.Combine([Path, .. parts]);

    private static string Find()
    {
        for (var folder = new DirectoryInfo(AppContext.BaseDirectory); folder is not null; folder = folder.Parent)
        {
            if (File.Exists(System.IO.Path.Combine(folder.FullName, "Bridge.sln")))
                return folder.FullName;
        }

        throw new DirectoryNotFoundException($"No folder above {AppContext.BaseDirectory} holds Bridge.sln.");
    }
}
