using System.CommandLine;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Server.Outbound;

namespace Bridge.Api.Composition.CommandLine;

/// <summary><c>bridge check URL</c>: requests a URL of a running bridge, for containers and service managers without curl.</summary>
internal static class CheckCommand
{
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(4);

    public static Command Create()
    {
        var url = new Argument<string>("URL") { Description = "For example http://127.0.0.1:7185/health/ready." };
        var command = new Command("check", "Requests a URL of a running bridge. Exit code 0 if the response is a 2xx, else 1.") { url };
        command.SetAction((parsed, cancellation) => RunAsync(parsed.GetRequiredValue(url), cancellation));
        return command;
    }

    private static async Task<int> RunAsync(string url, CancellationToken cancellationToken)
    {
        if (!Uri.TryCreate(url, UriKind.Absolute, out var address) || address.Scheme is not ("http" or "https"))
            throw new StartException($"URL must be an address like http://127.0.0.1:7185/health/ready; got \"{url}\".");
        try
        {
            using var client = OutboundHttp.CreateClient(address, Timeout);
            using var response = await client.GetAsync(address, cancellationToken);
            if (RedirectSentence.Of(response) is { } sentence)
            {
                await Console.Error.WriteLineAsync(sentence);
                return ExitCodes.Failure;
            }

            await Console.Out.WriteLineAsync(await response.Content.ReadAsStringAsync(cancellationToken));
            return response.IsSuccessStatusCode ? ExitCodes.Success : ExitCodes.Failure;
        }
        catch (Exception exception) when (exception is HttpRequestException or TaskCanceledException)
        {
            await Console.Error.WriteLineAsync($"{url} does not respond: {exception.Message}");
            return ExitCodes.Failure;
        }
    }
}
