using System.Text.Json;
using Bridge.Testing;
using Bridge.Testing.Http;

namespace Bridge.EndToEnd.Tests.Fleet;

/// <summary>Keys and chosen names of a fleet after the end of their emulators, and after a damaged file.</summary>
public sealed class KeyedNameTests
{
    private const string Red = """, "name": "red" """;

    [Fact]
    public async Task A_key_creates_again_when_its_emulator_has_ended_and_blocks_no_name()
    {
        await using var fleet = await FleetMachines.StartAsync(2);
        for (var round = 0; round < 2; round++)
        {
            Assert.Equal(201, (await fleet[0].CreateAsync(Red, "key")).Status);
            Assert.Equal(201, (await fleet[0].CreateAsync(Red, "key")).Status);
            Assert.Single(fleet[0].Processes());
            Assert.Equal("running", await StateAsync(fleet[0], "red"));
            await EndAsync(fleet[0], "red");
        }

        Assert.Equal(201, (await fleet[0].CreateAsync(Red)).Status);
        Assert.Equal("running", await StateAsync(fleet[0], "red"));
        await EndAsync(fleet[0], "red");
    }

    [Fact]
    public async Task A_key_gives_no_emulator_that_has_its_name_by_now()
    {
        await using var fleet = await FleetMachines.StartAsync(2);
        Assert.Equal(201, (await fleet[0].CreateAsync(Red, "key")).Status);
        await EndAsync(fleet[0], "red");
        Assert.Equal(201, (await fleet[0].CreateAsync(Red)).Status);

        var (status, body, _) = await fleet[0].CreateAsync(Red, "key");

        Assert.Equal(409, status);
        Assert.EndsWith("#conflict", body.GetProperty("type").GetString(), StringComparison.Ordinal);
        Assert.Equal("running", await StateAsync(fleet[0], "red"));
    }

    [Fact]
    public async Task A_key_has_its_emulator_with_the_next_bridge_as_well()
    {
        await using var fleet = await FleetMachines.StartAsync(2);
        var name = OnDemandBridge.NameOf((await fleet[0].CreateAsync("", "key")).Body);
        await RestartAsync(fleet[0]);

        Assert.Equal(name, OnDemandBridge.NameOf((await fleet[0].CreateAsync("", "key")).Body));
        Assert.Single(fleet[0].Processes());
    }

    [Theory]
    [InlineData(": > checkpoint.json")]
    [InlineData("truncate -s 30 checkpoint.json")]
    [InlineData("echo '{}' > checkpoint.json")]
    [InlineData("rm checkpoint.json && mkfifo checkpoint.json")]
    [InlineData("rm checkpoint.json && mkdir checkpoint.json")]
    [InlineData("""echo '{"checkpoint": {"everySeconds": 0, "request": "{}"}, "hold": 1}' > checkpoint.json""")]
    public async Task A_damaged_checkpoint_file_does_not_stop_the_start(string damage)
    {
        await using var fleet = await FleetMachines.StartAsync(2);
        Assert.Equal(201, (await fleet[0].CreateAsync(""", "name": "red", "checkpoint": {"everySeconds": 1}""")).Status);
        var folder = Path.Combine(fleet[0].Folder, "red");

        await RestartAsync(fleet[0], () => Shell.Run(folder, damage));

        Assert.Single(fleet[0].Bridge.Output.Split('\n'), line => line.Contains("is damaged", StringComparison.Ordinal));
        await Eventually.HoldsAsync(async () => await StateAsync(fleet[0], "red") == "running", "it is served");
        Assert.Single(fleet[0].Processes());
        if (!damage.Contains("mkdir", StringComparison.Ordinal))
            await Eventually.HoldsAsync(() => IsWhole(folder), "what etcd has is written down");
    }

    private static bool IsWhole(string folder)
    {
        try
        {
            // A pipe that is not replaced yet has the length 0, and is not read.
            return new FileInfo(Path.Combine(folder, "checkpoint.json")) is { Length: > 0 } file
                && JsonDocument.Parse(File.ReadAllText(file.FullName)).RootElement.GetProperty("checkpoint")
                    .GetProperty("everySeconds").GetDouble() == 1;
        }
        catch (Exception exception) when (exception is JsonException or KeyNotFoundException)
        {
            return false;
        }
    }

    private static async Task RestartAsync(FleetMachine machine, Action? between = null)
    {
        await machine.Bridge.DisposeAsync();
        between?.Invoke();
        machine.Start();
        await machine.Bridge.ListensAsync();
        await machine.SeesAsync(hosts => hosts.Length == 1, "it is in the fleet");
    }

    private static async Task EndAsync(FleetMachine machine, string name)
    {
        using var ended = await machine.Client.AskAsync("DELETE", $"/emulators/{name}");
        Assert.Equal(204, (int)ended.StatusCode);
    }

    private static async Task<string?> StateAsync(FleetMachine machine, string name)
    {
        using var response = await machine.Client.AskAsync("GET", $"/emulators/{name}");
        return (int)response.StatusCode == 200
            ? JsonDocument.Parse(await response.Content.ReadAsStringAsync()).RootElement.GetProperty("state").GetString()
            : null;
    }
}
