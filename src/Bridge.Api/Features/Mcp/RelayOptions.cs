using Bridge.Api.Contract.Errors;

namespace Bridge.Api.Features.Mcp;

/// <summary>The options of <c>bridge mcp</c>.</summary>
/// <param name="Endpoint">The address where the bridge serves MCP.</param>
/// <param name="Token">The token to send; null for none.</param>
/// <param name="Start">Whether to serve in this process if no bridge responds there.</param>
internal sealed record RelayOptions(Uri Endpoint, string? Token, bool Start)
{
    /// <summary>The address of a bridge with default settings.</summary>
    public const string DefaultUrl = "http://127.0.0.1:7185";

    /// <summary>Checks the options, and reads the token from its file.</summary>
    /// <exception cref="StartException">The address is invalid, or the file has no token.</exception>
    public static RelayOptions Read(string url, string? tokenFile, bool start) =>
        Uri.TryCreate(url, UriKind.Absolute, out var uri) && uri is { Scheme: "http" or "https", UserInfo: "" }
            ? new RelayOptions(uri.AbsolutePath == "/" ? new Uri(uri, "/mcp") : uri, tokenFile is null ? null : ReadToken(tokenFile), start)
            : throw new StartException($"--url must be an address like {DefaultUrl}; got \"{url}\".");

    private static string ReadToken(string file)
    {
        try
        {
            var token = File.ReadAllText(file).Trim();
            return token.Length > 0 && token.All(static letter => letter is >= ' ' and <= '~')
                ? token
                : throw new StartException($"--token-file must be a file with a token; got \"{file}\".");
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new StartException($"--token-file: {exception.Message}", exception);
        }
    }
}
