using Bridge.Api.Contract.Errors;
using Bridge.Api.Server.Files;

namespace Bridge.Api.Features.States;

/// <summary>Settings of named states.</summary>
/// <param name="Folder">The folder of the states; null: below the account's local application data.</param>
internal sealed record StateOptions(string? Folder)
{
    /// <summary>Gets the full path of the folder; null if none is configured and the account has no data folder.</summary>
    public string? Root => Folder is { Length: > 0 } configured ? Path.GetFullPath(configured) : DataFolder.Of("states");

    /// <summary>
    /// Creates the configured folder if it doesn't exist, and returns a sentence if that fails. A full disk is no failure: it may pass, and
    /// requests tell it.
    /// </summary>
    public static string? FindFailure(string folder)
    {
        try
        {
            PrivateFiles.CreateFolder(Path.GetFullPath(folder));
            return null;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return TemporaryFailure.IsShortage(exception)
                ? null
                : $"Bridge:StateFolder must be a folder that exists or that the bridge can create; got \"{folder}\": {exception.Message}";
        }
    }
}
