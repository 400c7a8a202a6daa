using Bridge.Testing;
using Bridge.Testing.Http;

namespace Bridge.EndToEnd.Tests.OnDemand;

/// <summary>The next bridge takes over the emulators of one that was killed, and no two bridges share their folder.</summary>
public sealed class AdoptionTests : IAsyncLifetime
{
    private readonly OnDemandBridge _folders = new();

    public ValueTask InitializeAsync() => ValueTask.CompletedTask;

    public ValueTask DisposeAsync()
    {
        _folders.DeleteAll();
        return ValueTask.CompletedTask;
    }

    [Fact]
    public async Task A_bridge_takes_over_the_emulators_of_a_killed_one()
    {
        await HostProgram.BuildAsync();
        string name;
        int process;
        await using (var killed = Start())
        {
            await killed.ListensAsync();
            using var client = new HttpClient { BaseAddress = killed.Address };
            name = OnDemandBridge.NameOf(await OnDemandBridge.CreateAsync(client, """, "labels": {"task": "maze"}"""));
            await client.AskForJsonAsync("POST", $"/emulators/{name}/buttons/press", """{"buttons": ["A"]}""");
            process = _folders.ProcessOf(name);
        }

        await using var next = Start();
        await next.ListensAsync();
        using var again = new HttpClient { BaseAddress = next.Address };

        var found = (await again.GetJsonAsync("/emulators?label=task:maze")).GetProperty("emulators");
        Assert.Equal(name, OnDemandBridge.NameOf(Assert.Single(found.EnumerateArray())));
        Assert.Equal(process, _folders.ProcessOf(name));
        await Eventually.HoldsAsync(async () => (await again.GetJsonAsync($"/emulators/{name}")).GetProperty("state").GetString()
            == "running", "the emulator responds");
        Assert.Equal(1, await OnDemandBridge.PressesAsync(again, name));

        // A bridge that ends by a signal ends its emulators.
        ProcessSignals.Send(next.Id, ProcessSignals.Terminate);
        Assert.Equal(0, await next.EndsAsync());
        Assert.Empty(_folders.Processes());
        Assert.Empty(_folders.Folders());
    }

    [Fact]
    public async Task Two_bridges_do_not_share_a_folder()
    {
        await HostProgram.BuildAsync();
        await using var first = Start();
        await first.ListensAsync();
        using var client = new HttpClient { BaseAddress = first.Address };
        await OnDemandBridge.CreateAsync(client);
        await using var second = Start();
        await second.ListensAsync();
        using var other = new HttpClient { BaseAddress = second.Address };

        using var refused = await other.AskAsync("POST", "/emulators", """{"rom": "buttontest.gba"}""");

        var (status, type, detail) = await RunningGame.RefusalAsync(refused);
        Assert.Equal((500, "storage-failed"), (status, type));
        Assert.Contains("another bridge uses it", detail, StringComparison.Ordinal);
        ProcessSignals.Send(first.Id, ProcessSignals.Terminate);
        await first.EndsAsync();
    }

    private BridgeProcess Start() => new([.. _folders.Settings.Select(setting => $"--{setting.Name}={setting.Value}")]);
}
