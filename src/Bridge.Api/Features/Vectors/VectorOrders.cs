using System.Globalization;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;

namespace Bridge.Api.Features.Vectors;

/// <summary>Reads steps and resets of bodies.</summary>
internal static class VectorOrders
{
    /// <summary>Reads a step.</summary>
    /// <exception cref="RequestException">A member is invalid, or a list has another length than the games.</exception>
    public static VectorOrder Of(VectorStepRequest body, VectorRecord record)
    {
        var games = GamesOf(body.Games, record.Plan.Count);
        return new VectorOrder(
            games, KeysOf(body, games.Count, record.Game.Platform),
            body.Frames is { } frames ? VectorRules.Frames.Check(frames) : record.Plan.Frames,
            EachOf(body.Starts, "starts", games.Count, (start, name) => start is { } index
                ? Parameters.InRange(index, name, 0, VectorRules.MaxStarts - 1) : (int?)null),
            EachOf(body.Seeds, "seeds", games.Count, (seed, name) => (ulong?)NewVector.SeedOf(seed, name)));
    }

    /// <summary>Reads a reset: a step of one frame without buttons.</summary>
    /// <exception cref="RequestException">A member is invalid.</exception>
    public static VectorOrder Of(VectorResetRequest body, VectorRecord record)
    {
        var games = GamesOf(body.Games, record.Plan.Count);
        var (start, seed) = (VectorRules.Start.Of(body.Start), NewVector.SeedOf(body.Seed));
        return new VectorOrder(
            games, new ushort[games.Count], 1, [.. games.Select(_ => (int?)start)],
            [.. games.Select(game => seed is { } first ? VectorPlan.SeedOf(first, game) : (ulong?)null)]);
    }

    private static List<int> GamesOf(IReadOnlyList<int>? given, int count)
    {
        if (given is null)
            return [.. Enumerable.Range(0, count)];
        CheckCount(given.Count, "games", 1, count);
        for (var i = 0; i < given.Count; i++)
            Parameters.InRange(given[i], $"games[{i}]", 0, count - 1);
        return given.Distinct().Count() == given.Count
            ? [.. given]
            : throw new RequestException(ProblemTypes.InvalidParameter, "games must name each game once.", "games");
    }

    private static ushort[] KeysOf(VectorStepRequest body, int count, string platform)
    {
        if (body is { Keys: not null, Buttons: not null })
            throw new RequestException(ProblemTypes.InvalidParameter, "keys can't be combined with buttons.", "keys");
        ushort[] given = body switch
        {
            { Keys: { } keys } => [.. keys.Select((mask, index) =>
                (ushort)Parameters.InRange(mask, $"keys[{index}]", (int)VectorRules.Keys.Min, (int)VectorRules.Keys.Max))],
            { Buttons: { } buttons } => [.. buttons.Select((names, index) => MaskOf(names, $"buttons[{index}]", platform))],
            _ => [0],
        };
        var name = body.Buttons is null ? "keys" : "buttons";
        return given.Length == count ? given
            : given.Length == 1 ? [.. Enumerable.Repeat(given[0], count)]
            : throw new RequestException(ProblemTypes.InvalidParameter, string.Create(CultureInfo.InvariantCulture,
                $"{name} must have one entry for each of the {count} games, or one for all; got {given.Length}."), name);
    }

    private static ushort MaskOf(IReadOnlyList<string?>? names, string name, string platform) => names is null
        ? throw new RequestException(ProblemTypes.InvalidBody, $"{name} must be a list; got null.", name)
        : (ushort)ButtonNames.Parse(names, name, platform);

    private static List<TResult> EachOf<T, TResult>(IReadOnlyList<T>? given, string name, int count, Func<T?, string, TResult> read)
    {
        if (given is not null && given.Count != count)
        {
            throw new RequestException(ProblemTypes.InvalidParameter, string.Create(CultureInfo.InvariantCulture,
                $"{name} must have one entry for each of the {count} games; got {given.Count}."), name);
        }

        return [.. Enumerable.Range(0, count).Select(index => read(given is null ? default : given[index], $"{name}[{index}]"))];
    }

    private static void CheckCount(int count, string name, int min, int max)
    {
        if (count < min || count > max)
            throw new RequestException(ProblemTypes.InvalidParameter, $"{name} must be a list of {min} to {max}; got {count}.", name);
    }
}
