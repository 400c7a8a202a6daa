using System.Globalization;
using System.Runtime.Versioning;
using System.Text.Json.Nodes;
using Bridge.Testing;
using Bridge.Testing.Http;

namespace Bridge.EndToEnd.Tests.OnDemand;

/// <summary>The record of a running emulator is damaged, and its bridge was killed. <c>HostRecordTests</c> has more damages.</summary>
[UnsupportedOSPlatform("windows")]
public sealed class DamagedRecordTests : IAsyncLifetime
{
    private readonly OnDemandBridge _folders = new();

    private string Record => _folders.FileOf("red", "emulator.json");

    public async ValueTask InitializeAsync() => await HostProgram.BuildAsync();

    public ValueTask DisposeAsync()
    {
        _folders.DeleteAll();
        return ValueTask.CompletedTask;
    }

    [Theory]
    [InlineData("process", "99999999999")]
    [InlineData("rom", null)]
    [InlineData("plan", null)]
    [InlineData("leaseSeconds", "1e300")]
    [InlineData("name", "\"blue\"")]
    public async Task A_member_is_missing_or_invalid(string member, string? value) => await IsNotAdoptedAsync(() =>
    {
        var record = JsonNode.Parse(File.ReadAllText(Record))!.AsObject();
        record.Remove(member);
        if (value is not null)
            record[member] = JsonNode.Parse(value);
        File.WriteAllText(Record, record.ToJsonString());
    });

    [Theory]
    [InlineData(": > emulator.json")]
    [InlineData("rm emulator.json && mkfifo emulator.json")]
    [InlineData("rm emulator.json && mkdir emulator.json && touch emulator.json/file")]
    public async Task The_file_is_no_record(string damage) => await IsNotAdoptedAsync(() => Shell.Run(_folders.FileOf("red", ""), damage));

    [Fact]
    public async Task There_is_no_record() => await IsNotAdoptedAsync(() => File.Delete(Record), reports: 0);

    [Fact]
    public async Task Pipes_are_in_the_place_of_its_other_files()
    {
        await CreateAndKillAsync();
        Shell.Run(_folders.FileOf("red", ""), "rm -f log checkpoint.json && mkfifo log checkpoint.json && echo '{' > emulator.json");

        await using var next = Start();
        await next.ListensAsync();

        await Eventually.HoldsAsync(() => _folders.Processes().Length == 0, "it is ended");
    }

    [Fact]
    public async Task A_record_never_ends_a_process_that_runs_elsewhere()
    {
        await CreateAndKillAsync();
        using var stranger = System.Diagnostics.Process.Start("sleep", "600");
        var stat = File.ReadAllText(string.Create(CultureInfo.InvariantCulture, $"/proc/{stranger.Id}/stat"));
        var record = JsonNode.Parse(File.ReadAllText(Record))!.AsObject();
        // The record of an emulator whose lease is over names another process and its start: field 22 of proc_pid_stat(5).
        record["process"] = stranger.Id;
        record["startedAt"] = long.Parse(stat[(stat.LastIndexOf(')') + 2)..].Split(' ')[19], CultureInfo.InvariantCulture);
        record["leaseSeconds"] = 0;
        File.WriteAllText(Record, record.ToJsonString());

        await using var next = Start();
        await next.ListensAsync();

        await Eventually.HoldsAsync(() => _folders.Processes().Length == 0, "it is ended");
        Assert.False(stranger.HasExited);
        stranger.Kill();
    }

    [Fact]
    public async Task Its_name_is_that_of_a_configured_emulator_by_now()
    {
        await CreateAndKillAsync();

        await using var next = Start("--Bridge:Emulators:red:Port=2");
        await next.ListensAsync();

        await Eventually.HoldsAsync(() => _folders.Processes().Length == 0, "it is ended");
    }

    private async Task IsNotAdoptedAsync(Action damage, int reports = 1)
    {
        await CreateAndKillAsync();
        damage();

        await using var next = Start();
        await next.ListensAsync();
        using var client = new HttpClient { BaseAddress = next.Address };

        await Eventually.HoldsAsync(() => _folders.Processes().Length == 0, "its process is ended");
        await Eventually.HoldsAsync(async () =>
        {
            using var created = await client.AskAsync("POST", "/emulators", """{"rom": "buttontest.gba", "name": "red"}""");
            return (int)created.StatusCode == 201;
        }, "its name is free");
        Assert.Equal(reports, next.Output.Split('\n').Count(line => line.Contains("is damaged", StringComparison.Ordinal)));
        Assert.Single(_folders.Processes());
        Assert.True(File.Exists(_folders.FileOf("red", "saves/buttontest.sav")));
    }

    private async Task CreateAndKillAsync()
    {
        await using var bridge = Start();
        await bridge.ListensAsync();
        using var client = new HttpClient { BaseAddress = bridge.Address };
        await OnDemandBridge.CreateAsync(client, """, "name": "red" """);
    }

    private BridgeProcess Start(params string[] more) =>
        new([.. _folders.Settings.Select(setting => $"--{setting.Name}={setting.Value}"), "--Bridge:OnDemand:Warm=0", .. more]);
}
