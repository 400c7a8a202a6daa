using Bridge.SocketPool.Simulation;

namespace Bridge.Simulation.Tests;

/// <summary>A simulation that finds no bug may just be blind: it has to find each of those that are planted.</summary>
[Collection(nameof(Simulations))]
public sealed class MutationTests(ITestOutputHelper output)
{
    private const int Requests = 1000;
    private const int MostSeeds = 200;

    public static TheoryData<string> Mutations => [.. Mutation.All.Select(mutation => mutation.Name)];

    [Theory]
    [MemberData(nameof(Mutations))]
    public void Finds_a_client_that(string mutation)
    {
        var planted = Mutation.All.Single(one => one.Name == mutation);
        var run = MutatedClient.With(planted);
        var found = SeededRuns.Do(run, planted.Seed, MostSeeds, Requests, failures: 1);
        Assert.NotEmpty(found);
        var (seed, violation) = found.MinBy(one => one.Key);
        output.WriteLine($"Seed {seed}: {violation.Split('\n')[0]}");
        Assert.Equal(violation, SeededRuns.Do(run, seed, Requests).Violation);
    }

    [Fact]
    public void Finds_nothing_in_a_copy_that_is_as_it_was()
    {
        var copy = MutatedClient.With(new Mutation("is as it was", 1));
        for (var seed = 1; seed <= 5; seed++)
            Assert.Equal(SeededRuns.Do(Run.With, seed, Requests / 4), SeededRuns.Do(copy, seed, Requests / 4));
    }
}
