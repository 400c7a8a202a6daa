namespace Bridge.Api.Mcp;

/// <summary>The options of <c>mcp</c> on the command line.</summary>
/// <param name="Endpoint">Where the bridge serves MCP.</param>
/// <param name="Token">The token to send; null: none.</param>
/// <param name="Start">Whether to serve in this process, unless a bridge answers there.</param>
internal sealed record RelayOptions(Uri Endpoint, string? Token, bool Start)
{
    /// <summary>What the program takes, for people.</summary>
    public const string Usage = "Usage: bridge mcp [--url URL] [--token-file FILE] [--start]";

    private const string DefaultUrl = "http://127.0.0.1:7185";

    /// <summary>Reads the options; null with a sentence when they can't be used.</summary>
    public static (RelayOptions? Options, string Problem) Read(IEnumerable<string> arguments)
    {
        var (url, token, start) = (DefaultUrl, (string?)null, false);
        var left = new Queue<string>(arguments);
        while (left.TryDequeue(out var option))
        {
            if (option == "--start")
            {
                start = true;
                continue;
            }

            if (option is not ("--url" or "--token-file") || !left.TryDequeue(out var value))
                return (null, $"Unknown or incomplete option \"{option}\". {Usage}");
            if (option == "--url")
                url = value;
            else if (ReadToken(value, out token) is { } problem)
                return (null, problem);
        }

        return Uri.TryCreate(url, UriKind.Absolute, out var uri) && uri.Scheme is ("http" or "https")
            ? (new RelayOptions(uri.AbsolutePath == "/" ? new Uri(uri, "/mcp") : uri, token, start), "")
            : (null, $"--url must be an address like {DefaultUrl}; got \"{url}\".");
    }

    private static string? ReadToken(string file, out string? token)
    {
        token = null;
        try
        {
            token = File.ReadAllText(file).Trim();
            return token.Length > 0 && token.All(char.IsAscii) ? null : $"--token-file must be a file with a token; got \"{file}\".";
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return $"--token-file: {exception.Message}";
        }
    }
}
