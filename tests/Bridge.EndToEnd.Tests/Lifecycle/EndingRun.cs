using Bridge.SocketPool;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging.Abstractions;

namespace Bridge.EndToEnd.Tests.Lifecycle;

/// <summary>How the bridge is stopped.</summary>
internal enum Way
{
    Interrupt = ProcessSignals.Interrupt,
    Terminate = ProcessSignals.Terminate,
    HangUp = ProcessSignals.HangUp,
    Quit = ProcessSignals.Quit,
    Kill = ProcessSignals.Kill,

    // From here on no signals, whose numbers are lower.
    ClosedTerminal = 100,
    HostStop,
}

/// <summary>What the bridge is doing when it is stopped.</summary>
internal enum Work
{
    Idle,
    Busy,
    HeldGame,
}

/// <summary>
/// One shutdown of a bridge: how long it took (for a killed bridge, until the next one answered), and everything that was unclean about it.
/// </summary>
internal sealed record Ending(Way Way, Work Work, TimeSpan Took, IReadOnlyList<string> Unclean);

/// <summary>Starts bridges to one emulator, one after the other, and stops them.</summary>
/// <param name="emulator">The emulator.</param>
/// <param name="drain">How long the bridge serves requests after it reports unready.</param>
/// <param name="strict">Whether a client must have seen the drain.</param>
internal sealed class EndingRun(RealEmulator emulator, string drain, bool strict)
{
    // A busy machine must not look like a paused emulator.
    private const string Patient = "00:00:10";

    private readonly List<string> _unclean = [];
    private int _ends;

    public async Task<Ending> RunAsync(Way way, Work work)
    {
        _unclean.Clear();
        _ends++;
        var took = way == Way.HostStop ? await StopHostAsync(work) : await StopProcessAsync(way, work);
        await CheckLogAsync();
        return new Ending(way, work, took, [.. _unclean]);
    }

    private async Task<TimeSpan> StopProcessAsync(Way way, Work work)
    {
        await using var terminal = way == Way.ClosedTerminal ? new PseudoTerminal() : null;
        await using var bridge = new BridgeProcess(terminal, $"--Bridge:Emulators:default:Port={emulator.Port}",
            $"--Bridge:Emulators:default:PausedAfter={Patient}",
            $"--Bridge:Drain={drain}");
        await bridge.ListensAsync();
        using var client = new HttpClient { BaseAddress = bridge.Address };
        var took = await StopAsync(client, way, work, async () =>
        {
            if (terminal is not null)
                await terminal.DisposeAsync();
            else
                ProcessSignals.Send(bridge.Id, (int)way);
            var code = await bridge.EndsAsync();
            if (code != 0 && way != Way.Kill)
                _unclean.Add($"exit code {code}");
            if (way == Way.Kill)
                await ServesNextAsync();
        });
        if (way != Way.Kill
            && (bridge.Output.Contains(" ERR ", StringComparison.Ordinal) || bridge.Output.Contains("Exception", StringComparison.Ordinal)))
            _unclean.Add(bridge.Output);
        return took;
    }

    private async Task ServesNextAsync()
    {
        await using var next = new EmulatorClient("next", new EmulatorOptions { Port = emulator.Port },
            TimeProvider.System, NullLogger.Instance);
        await Eventually.HoldsAsync(() => next.State == EmulatorState.Running, "the next bridge is served");
    }

    private async Task<TimeSpan> StopHostAsync(Work work)
    {
        await using var bridge = new BridgeHost(("Bridge:Emulators:default:Port", $"{emulator.Port}"),
            ("Bridge:Emulators:default:PausedAfter", Patient), ("Bridge:Drain", drain));
        var lifetime = bridge.Services.GetRequiredService<IHostApplicationLifetime>();
        var stopped = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        lifetime.ApplicationStopped.Register(stopped.SetResult);
        return await StopAsync(bridge.Client, Way.HostStop, work, async () =>
        {
            lifetime.StopApplication();
            await stopped.Task.WaitAsync(Eventually.Patience);
        });
    }

    private async Task<TimeSpan> StopAsync(HttpClient client, Way way, Work work, Func<Task> stop)
    {
        await Eventually.HoldsAsync(async () =>
            (await client.GetJsonAsync("/health")).GetProperty("emulators")[0].GetProperty("state").GetString() == "running", "running");
        var inFlight = work == Work.Idle ? null : await FiftyInFlight.BeginAsync(client, work == Work.HeldGame);
        var bystanders = inFlight is null || way == Way.Kill ? null : new BackgroundClients(client.BaseAddress!);
        var start = TimeProvider.System.GetTimestamp();
        await stop();
        var took = TimeProvider.System.GetElapsedTime(start);
        if (bystanders is not null)
        {
            _unclean.AddRange(await bystanders.EndAsync());
            if (strict && (bystanders.ToldUnready == 0 || bystanders.ServedUnready == 0))
                _unclean.Add($"readiness told stopping {bystanders.ToldUnready} times, "
                    + $"and {bystanders.ServedUnready} requests were served after that");
        }

        if (inFlight is not null && way != Way.Kill)
            _unclean.AddRange((await inFlight.EndsAsync()).Where(end => end is not ("200" or "503 stopping" or "409 interrupted")));
        return took;
    }

    // The script logs one line for the connection of each bridge and one for its end.
    private async Task CheckLogAsync()
    {
        string[] LinesOf(string what) => [.. emulator.Output.Split('\n').Where(line =>
            line.Contains("bridge/default/", StringComparison.Ordinal) && line.Contains(what, StringComparison.Ordinal))];
        await Eventually.HoldsAsync(() => LinesOf(" disconnected").Length >= _ends, "the script has seen the end");
        if (LinesOf(" connected").Length != _ends || LinesOf(" disconnected: closed by the other side").Length != _ends)
            _unclean.Add($"after {_ends} ends the script's lines are\n{emulator.Output}");
    }
}
