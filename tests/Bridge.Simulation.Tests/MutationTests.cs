using Bridge.SocketPool.Simulation;

namespace Bridge.Simulation.Tests;

/// <summary>Checks that the simulation can find bugs: it must find each planted one.</summary>
[Collection(nameof(Simulations))]
public sealed class MutationTests(ITestOutputHelper output)
{
    private const int Requests = 1000;
    private const int MaxSeeds = 1000;

    // The first test searches for all bugs on all processors, because compiling and running one uses only one processor.
    private static readonly Lazy<Dictionary<string, Finding>> Findings =
        new(() => Mutation.All.AsParallel().Select(Find).ToDictionary(finding => finding.Mutation));

    public static TheoryData<string> Mutations => [.. Mutation.All.Select(mutation => mutation.Name)];

    [Theory]
    [MemberData(nameof(Mutations))]
    public void Finds_a_client_that(string mutation)
    {
        var found = Findings.Value[mutation];
        Assert.Null(found.Trouble);
        Assert.NotNull(found.Violation);
        output.WriteLine($"Seed {found.Seed}: {found.Violation}");
        Assert.Equal(found.Violation, found.ViolationAgain);
    }

    [Fact]
    public void Finds_nothing_in_an_unchanged_copy()
    {
        var copy = MutatedSources.Client.With(new Mutation("is as it was", 1));
        for (var seed = 1; seed <= 5; seed++)
            Assert.Equal(SeededRuns.Do(Run.With, seed, Requests / 4), SeededRuns.Do(copy, seed, Requests / 4));
    }

    private static Finding Find(Mutation mutation)
    {
        try
        {
            var run = MutatedSources.Client.With(mutation);
            if (SeededRuns.Find(run, mutation.Seed, MaxSeeds, Requests) is not var (seed, violation))
                return new Finding(mutation.Name);
            var again = SeededRuns.Find(run, seed, 1, Requests)?.Violation;
            return new Finding(mutation.Name) { Seed = seed, Violation = FirstLine(violation), ViolationAgain = FirstLine(again) };
        }
        catch (InvalidOperationException exception)
        {
            return new Finding(mutation.Name) { Trouble = exception.Message };
        }
    }

    private static string? FirstLine(string? violation) => violation?.Split('\n')[0];

    // An error while planting a bug must fail the test of this bug alone.
    private sealed record Finding(string Mutation)
    {
        public int Seed { get; init; }

        public string? Violation { get; init; }

        public string? ViolationAgain { get; init; }

        public string? Trouble { get; init; }
    }
}
