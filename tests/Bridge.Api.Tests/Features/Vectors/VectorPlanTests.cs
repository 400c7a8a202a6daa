using Bridge.Api.Features.Vectors;

namespace Bridge.Api.Tests.Features.Vectors;

public sealed class VectorPlanTests
{
    [Fact]
    public void The_options_are_those_of_the_protocol()
    {
        var plan = new VectorPlan("/game.gb", Count: 16, Frames: 4, new VectorPictureForm(84, 80, Gray: true, Last: 2), Sticky: 0.25,
            Noops: 30, Seed: 7, "SGB", Clock: 1000);

        Assert.Equal(
            "--rom /game.gb --vector count=16,sticky=0.25,noops=30,seed=7,picture=gray:84x80,last=2 --control socket --log log --expire 60 "
            + "--clock 1000 --model SGB",
            string.Join(' ', plan.OptionsOf(TimeSpan.FromMinutes(1))));
        Assert.Contains("count=16,sticky=0,noops=30,seed=7 --control",
            string.Join(' ', (plan with { Picture = null, Sticky = 0 }).OptionsOf(TimeSpan.FromMinutes(1))), StringComparison.Ordinal);
        Assert.Contains("--clock 946684800", (plan with { Clock = null }).OptionsOf(TimeSpan.FromMinutes(1)).Chunk(2).Select(pair =>
            string.Join(' ', pair)));
    }

    // docs/protocol/vectors.md: seed + I * 0xD1342543DE82EF95, mod 2^64.
    [Theory]
    [InlineData(5, 0, 5)]
    [InlineData(0, 1, 0xD1342543DE82EF95)]
    [InlineData(1, 2, 0xA2684A87BD05DF2B)]
    public void Each_game_has_random_numbers_of_its_own(long seed, int game, ulong first) =>
        Assert.Equal(first, VectorPlan.SeedOf(seed, game));

    [Fact]
    public void A_vector_counts_as_the_processors_that_it_keeps_busy()
    {
        var plan = new VectorPlan(
            "/game.gb", Count: 1, Frames: 1, Picture: null, Sticky: 0, Noops: 0, Seed: 0, Model: null, Clock: null);

        Assert.Equal(1, plan.Places);
        Assert.Equal(Environment.ProcessorCount, (plan with { Count = 256 }).Places);
    }
}
