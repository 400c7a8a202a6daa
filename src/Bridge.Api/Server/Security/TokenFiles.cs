using Bridge.Api.Contract.Errors;

namespace Bridge.Api.Server.Security;

/// <summary>Reads the tokens that the settings keep in files, like the secrets of containers.</summary>
internal static class TokenFiles
{
    /// <exception cref="StartException">A file can't be read, or a token has both a value and a file.</exception>
    public static void Read(IReadOnlyDictionary<string, TokenOptions> tokens)
    {
        foreach (var (token, settings) in tokens)
        {
            if (settings.File is { Length: > 0 } path)
                settings.Value = settings.Value.Length == 0
                    ? Read(token, path)
                    : throw new StartException($"Bridge:Tokens:{token} must have either a Value or a File; got both.");
        }
    }

    private static string Read(string token, string path)
    {
        try
        {
            return File.ReadAllText(path).TrimEnd('\r', '\n');
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new StartException($"Bridge:Tokens:{token}:File \"{path}\" can't be read: {exception.Message}", exception);
        }
    }
}
