using Bridge.SocketPool.Simulation;

namespace Bridge.Simulation.Tests;

/// <summary>The real client against the model emulator, on a seeded scheduler (tests/README.md, "Simulation").</summary>
[Collection(nameof(Simulations))]
public sealed class SimulationTests(ITestOutputHelper output)
{
    private const int Requests = 1000;

    [Fact]
    public void Keeps_every_invariant_whatever_the_seed()
    {
        var (first, count) = (SeededRuns.Number("BRIDGE_SIMULATION_FIRST", 1), SeededRuns.Number("BRIDGE_SIMULATION_SEEDS", 200));
        using var unobserved = new UnobservedExceptions();
        var found = SeededRuns.Do(Run.With, first, count, Requests, failures: 20);
        foreach (var (seed, violation) in found)
            output.WriteLine($"BRIDGE_SIMULATION_FIRST={seed} BRIDGE_SIMULATION_SEEDS=1: {violation}");
        if (Environment.GetEnvironmentVariable("BRIDGE_SIMULATION_LOG") is { } file)
            File.WriteAllText(file, SeededRuns.Do(Run.With, found.Keys.Append(first).Max(), Requests).Log);
        Assert.Empty(found);
        Assert.Empty(unobserved.Collect());
    }

    [Fact]
    public void A_seed_gives_the_same_run_again_byte_for_byte()
    {
        for (var seed = 1; seed <= 50; seed++)
        {
            var (first, second) = (SeededRuns.Do(Run.With, seed, Requests / 4), SeededRuns.Do(Run.With, seed, Requests / 4));
            Assert.True(first.Log.Length > 10_000, "The log is too short.");
            Assert.Equal(first, second);
        }
    }
}

/// <summary>The runs use all processors, and count unobserved exceptions.</summary>
[CollectionDefinition(nameof(Simulations), DisableParallelization = true)]
public sealed class Simulations;
