using System.Text.RegularExpressions;

namespace Bridge.Simulation.Tests.Creations;

/// <summary>The shipped rules for keys, names and places of created emulators, on a seeded loop and a virtual clock.</summary>
public sealed class CreationSimulationTests(ITestOutputHelper output)
{
    private const int Clients = 40;
    private const int MaxSeeds = 200;

    private static readonly Mutation[] Mutations =
    [
        new("trusts an old name", 1, ("old-key", (code, _) => Regex.Replace(code, @"\|\| !.+\)$", "))"))),
        new("loses the place of an emulator that has ended", 1, ("place-release", (_, _) => "")),
        new("gives two emulators one name", 1, ("name-taken", (code, _) => Regex.Replace(code, @"!(\S+)\)$", "($1 && false))"))),
    ];

    public static TheoryData<string> Names => [.. Mutations.Select(mutation => mutation.Name)];

    [Fact]
    public void No_key_gives_an_emulator_that_has_ended_or_is_another_clients()
    {
        var (first, count) = (SeededRuns.Number("BRIDGE_SIMULATION_FIRST", 1), SeededRuns.Number("BRIDGE_SIMULATION_SEEDS", 200));
        var found = SeededRuns.Do(CreationRun.With, first, count, Clients, failures: 20);
        foreach (var (seed, violation) in found)
            output.WriteLine($"BRIDGE_SIMULATION_FIRST={seed} BRIDGE_SIMULATION_SEEDS=1: {violation}");
        if (Environment.GetEnvironmentVariable("BRIDGE_SIMULATION_LOG") is { } file)
            File.WriteAllText(file, SeededRuns.Do(CreationRun.With, found.Keys.Append(first).Max(), Clients).Log);
        Assert.Empty(found);
    }

    [Fact]
    public void A_seed_gives_the_same_run_again()
    {
        for (var seed = 1; seed <= 10; seed++)
            Assert.Equal(SeededRuns.Do(CreationRun.With, seed, Clients), SeededRuns.Do(CreationRun.With, seed, Clients));
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void It_finds_a_bridge_that(string mutation)
    {
        var planted = Array.Find(Mutations, one => one.Name == mutation)!;
        var run = MutatedSources.Creations.With(planted);

        var found = SeededRuns.Find(run, planted.Seed, MaxSeeds, Clients);

        Assert.NotNull(found);
        output.WriteLine($"Seed {found.Value.Seed}: {found.Value.Violation}");
        Assert.Equal(found, SeededRuns.Find(run, found.Value.Seed, 1, Clients));
    }
}
