using System.Text;

namespace Bridge.Simulation.Tests.Fleet;

/// <summary>The shipped placement, keys and names of creations on three hosts in a model network with a model etcd.</summary>
public sealed class PlacingSimulationTests(ITestOutputHelper output)
{
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void No_key_name_or_place_is_used_twice_whatever_the_seed(bool isCalm)
    {
        var (first, count) = (SeededRuns.Number("BRIDGE_SIMULATION_FIRST", 1), SeededRuns.Number("BRIDGE_SIMULATION_SEEDS", 200));
        var found = SeededRuns.Do((seed, _, _) => PlacingRun.Do(seed, PlacingBug.None, isCalm), first, count, requests: 0, failures: 20);
        foreach (var (seed, violation) in found)
            output.WriteLine($"BRIDGE_SIMULATION_FIRST={seed} BRIDGE_SIMULATION_SEEDS=1: {violation}");
        if (!isCalm && Environment.GetEnvironmentVariable("BRIDGE_SIMULATION_LOG") is { } file)
        {
            var log = new StringBuilder();
            PlacingRun.Do(found.Keys.Append(first).Max(), PlacingBug.None, isCalm, log);
            File.WriteAllText(file, log.ToString());
        }

        Assert.Empty(found);
    }

    [Theory]
    [InlineData(nameof(PlacingBug.NoCondition))]
    [InlineData(nameof(PlacingBug.NoLimit))]
    [InlineData(nameof(PlacingBug.NoTurns))]
    [InlineData(nameof(PlacingBug.TrustsNames))]
    [InlineData(nameof(PlacingBug.TrustsOldNames))]
    public void It_finds_a_fleet_with(string bug)
    {
        var planted = Enum.Parse<PlacingBug>(bug);
        var found = SeededRuns.Find((seed, _, _) => PlacingRun.Do(seed, planted, isCalm: false), 1, 2000, requests: 0);
        Assert.NotNull(found);
        output.WriteLine($"Seed {found.Value.Seed}: {found.Value.Violation}");
    }
}
