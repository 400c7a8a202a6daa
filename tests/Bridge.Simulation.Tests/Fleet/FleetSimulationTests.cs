using System.Text;

namespace Bridge.Simulation.Tests.Fleet;

/// <summary>The shipped fence and takeover on hosts in a model network with a model etcd.</summary>
public sealed class FleetSimulationTests(ITestOutputHelper output)
{
    [Fact]
    public void One_host_at_a_time_serves_an_emulator_whatever_the_seed()
    {
        var (first, count) = (SeededRuns.Number("BRIDGE_SIMULATION_FIRST", 1), SeededRuns.Number("BRIDGE_SIMULATION_SEEDS", 200));
        var found = SeededRuns.Do(static (seed, _, _) => FleetRun.Do(seed, PlantedBug.None), first, count, requests: 0, failures: 20);
        foreach (var (seed, violation) in found)
            output.WriteLine($"BRIDGE_SIMULATION_FIRST={seed} BRIDGE_SIMULATION_SEEDS=1: {violation}");
        if (Environment.GetEnvironmentVariable("BRIDGE_SIMULATION_LOG") is { } file)
        {
            var log = new StringBuilder();
            FleetRun.Do(found.Keys.Append(first).Max(), PlantedBug.None, log);
            File.WriteAllText(file, log.ToString());
        }

        Assert.Empty(found);
    }

    [Theory]
    [InlineData(nameof(PlantedBug.NoWaitBeforeStart), 1)]
    [InlineData(nameof(PlantedBug.NoFence), 1)]
    [InlineData(nameof(PlantedBug.NoRevision), 1)]
    [InlineData(nameof(PlantedBug.NoMembers), 1)]
    [InlineData(nameof(PlantedBug.NoSeen), 600)]
    [InlineData(nameof(PlantedBug.NoHold), 1)]
    [InlineData(nameof(PlantedBug.NoCopy), 1)]
    [InlineData(nameof(PlantedBug.OverOwnCopy), 1)]
    public void It_finds_a_fleet_with(string bug, int first)
    {
        var planted = Enum.Parse<PlantedBug>(bug);
        var found = SeededRuns.Find((seed, _, _) => FleetRun.Do(seed, planted), first, 2000, requests: 0);
        Assert.NotNull(found);
        output.WriteLine($"Seed {found.Value.Seed}: {found.Value.Violation}");
    }
}
