namespace Bridge.Api.Features.Mcp;

/// <summary>Runs <c>bridge mcp</c>: an MCP server over standard input and output.</summary>
internal static class RelayCommand
{
    private static readonly TimeSpan StartPatience = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(50);

    /// <summary>Relays messages until the input ends.</summary>
    /// <param name="options">The options of the command line.</param>
    /// <param name="serve">Runs a bridge with these settings until the token is cancelled; returns its exit code.</param>
    /// <returns>The exit code: 0 at the end of the input, or that of a bridge that didn't start.</returns>
    public static async Task<int> RunAsync(RelayOptions options, Func<string[], CancellationToken, Task<int>> serve)
    {
        await using var input = Console.OpenStandardInput();
        await using var output = Console.OpenStandardOutput();
        // Standard output has only messages; the log of a bridge in this process goes to standard error.
        Console.SetOut(Console.Error);
        using var relay = new StdioRelay(options, output, TimeProvider.System);
        var isThere = options.Start && await relay.HasBridgeAsync();
        if (!options.Start || isThere)
        {
            if (isThere)
                await Console.Error.WriteLineAsync($"A bridge responds at {options.Endpoint} already, so none is started, and no game.");
            await relay.RunAsync(input);
            return 0;
        }

        using var stop = new CancellationTokenSource();
        var serving = serve([$"--urls={options.Endpoint.GetLeftPart(UriPartial.Authority)}"], stop.Token);
        if (!await StartsAsync(relay, serving))
            return await serving;
        await relay.RunAsync(input);
        await stop.CancelAsync();
        return await serving;
    }

    // Returns false if the bridge has ended. If it takes too long, the relay says in its answers that nothing listens.
    private static async Task<bool> StartsAsync(StdioRelay relay, Task serving)
    {
        using var patience = new CancellationTokenSource(StartPatience);
        while (!serving.IsCompleted && !patience.IsCancellationRequested)
        {
            if (await relay.HasBridgeAsync())
                return true;
            await Task.Delay(Pause, TimeProvider.System);
        }

        return !serving.IsCompleted;
    }
}
