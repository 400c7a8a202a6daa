using System.CommandLine;
using System.ComponentModel;
using System.Diagnostics;
using Bridge.Api.Composition.Configuration;
using Bridge.Api.Server.Outbound;

namespace Bridge.Api.Composition.CommandLine;

/// <summary><c>bridge play GAME</c>: starts an emulator with a game, serves it, also to Archipelago, and opens the page.</summary>
internal static class PlayCommand
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan PollInterval = TimeSpan.FromMilliseconds(50);

    /// <param name="serve">Serves with these settings until the token is cancelled, and returns the exit code.</param>
    public static Command Create(Func<string[], CancellationToken, Task<int>> serve)
    {
        var game = new Argument<string>("GAME") { Description = "The file of a game for Game Boy, Game Boy Color or Game Boy Advance." };
        var noPage = new Option<bool>("--no-page") { Description = "Doesn't open the page in a browser." };
        var command = new Command("play", "Starts an emulator with a game, serves it until Ctrl+C, and opens the page (Linux).")
            { game, noPage };
        var settings = new SettingOptions(command);
        command.SetAction((parsed, cancellation) =>
            RunAsync(parsed.GetRequiredValue(game), settings.Read(parsed), !parsed.GetValue(noPage), serve, cancellation));
        return command;
    }

    private static async Task<int> RunAsync(string game, string[] settings, bool opensPage,
        Func<string[], CancellationToken, Task<int>> serve, CancellationToken cancellationToken)
    {
        await using var own = await OwnGame.StartAsync(game, settings, cancellationToken);
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var door = PlayDoor.Choose(settings);
        var serving = serve([.. settings, .. own.Settings, .. door.Settings], stop.Token);
        if (PageOf(settings) is { } page && await ServesAsync(page, Task.WhenAny(serving, own.Ended)))
        {
            Console.WriteLine($"Play at {page}");
            if (door.Sentence is { } sentence)
                Console.WriteLine(sentence);
            if (opensPage)
                Open(page);
        }

        await Task.WhenAny(serving, own.Ended);
        if (!serving.IsCompleted)
            await Console.Error.WriteLineAsync("The emulator has ended.");
        await stop.CancelAsync();
        return await serving;
    }

    // Null for an address without a page, and for a wrong one, which the bridge itself reports when it starts.
    private static Uri? PageOf(string[] settings)
    {
        try
        {
            return LocalAddress.Of(BindingAddress.Parse(ProgramSettings.CreateBuilder(settings).Configuration["Urls"]!.Split(';')[0]));
        }
        catch (FormatException)
        {
            return null;
        }
    }

    // Returns false if `ended` completes before, or after half a minute.
    private static async Task<bool> ServesAsync(Uri page, Task ended)
    {
        using var client = OutboundHttp.CreateClient(page, Patience);
        var began = TimeProvider.System.GetTimestamp();
        while (!ended.IsCompleted && TimeProvider.System.GetElapsedTime(began) < Patience)
        {
            try
            {
                using var response = await client.GetAsync(new Uri(page, "/health/ready"));
                if (response.IsSuccessStatusCode)
                    return true;
            }
            catch (Exception exception) when (exception is HttpRequestException or TaskCanceledException)
            {
                // It doesn't listen yet.
            }

            await Task.Delay(PollInterval, TimeProvider.System);
        }

        return false;
    }

    private static void Open(Uri page)
    {
        // Without a graphical session no browser can open.
        if (Environment.GetEnvironmentVariable("DISPLAY") is null && Environment.GetEnvironmentVariable("WAYLAND_DISPLAY") is null)
            return;
        try
        {
            Process.Start(new ProcessStartInfo(page.AbsoluteUri) { UseShellExecute = true })?.Dispose();
        }
        catch (Win32Exception)
        {
            // There is no browser; the output already names the page.
        }
    }
}
