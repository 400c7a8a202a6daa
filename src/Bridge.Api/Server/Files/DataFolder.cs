namespace Bridge.Api.Server.Files;

/// <summary>The bridge's folders in the account's local application data.</summary>
internal static class DataFolder
{
    /// <summary>Returns the full path of a folder, which may not exist; null for an account without application data.</summary>
    public static string? Of(string name) =>
        Environment.GetFolderPath(Environment.SpecialFolder.LocalApplicationData, Environment.SpecialFolderOption.DoNotVerify)
            is { Length: > 0 } data ? Path.Combine(data, "Bridge", name) : null;
}
