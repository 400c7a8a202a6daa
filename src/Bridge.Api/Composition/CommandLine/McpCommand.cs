using System.CommandLine;
using Bridge.Api.Features.Mcp;

namespace Bridge.Api.Composition.CommandLine;

/// <summary><c>bridge mcp</c>: an MCP server on standard input and output, for clients that start programs.</summary>
internal static class McpCommand
{
    /// <param name="serve">Serves with these settings until the token is cancelled, and returns the exit code.</param>
    public static Command Create(Func<string[], CancellationToken, Task<int>> serve)
    {
        var url = new Option<string>("--url")
        {
            Description = "The address of the bridge, or of one emulator: URL/emulators/NAME/mcp.",
            HelpName = "URL",
            DefaultValueFactory = _ => RelayOptions.DefaultUrl,
        };
        var token = new Option<string?>("--token-file") { Description = "A file with the token to send.", HelpName = "FILE" };
        var start = new Option<bool>("--start") { Description = "Serves in this process if no bridge responds there." };
        var rom = new Option<string?>("--rom")
        {
            Description = "With --start: also starts an emulator with this game (Linux).", HelpName = "FILE",
        };
        var roms = new Option<string?>("--roms")
        {
            Description = "With --start: the folder of games that may be loaded, by default that of --rom.", HelpName = "DIR",
        };
        var command = new Command("mcp", "Serves tools for language models (MCP) on standard input and output.")
            { url, token, start, rom, roms };
        command.SetAction((parsed, _) => RelayCommand.RunAsync(
            RelayOptions.Read(parsed.GetRequiredValue(url), parsed.GetValue(token), parsed.GetValue(start)),
            (settings, stop) => ServeAsync(parsed.GetValue(rom), parsed.GetValue(roms), settings, serve, stop)));
        command.Validators.Add(result =>
        {
            if (result.GetValue(start))
                return;
            if (result.GetValue(rom) is not null)
                result.AddError("--rom needs --start.");
            if (result.GetValue(roms) is not null)
                result.AddError("--roms needs --start.");
        });
        return command;
    }

    private static async Task<int> ServeAsync(
        string? game, string? roms, string[] settings, Func<string[], CancellationToken, Task<int>> serve, CancellationToken stop)
    {
        string[] all = roms is null ? settings : [.. settings, $"--Bridge:RomFolder={roms}"];
        if (game is null)
            return await serve(all, stop);
        await using var own = await OwnGame.StartAsync(game, all, stop);
        return await serve([.. all, .. own.Settings], stop);
    }
}
