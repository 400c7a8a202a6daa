using System.Globalization;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;

namespace Bridge.Api.Features.Vectors;

/// <summary>Reads steps and resets of bodies.</summary>
internal static class VectorOrders
{
    /// <summary>Checks what is invalid for any vector.</summary>
    /// <exception cref="RequestException">A member is invalid.</exception>
    public static void Check(VectorStepRequest body)
    {
        CheckGames(body.Games);
        CheckEach(body.Keys, "keys", (mask, name) =>
            Parameters.InRange(mask, name, (int)VectorRules.Keys.Min, (int)VectorRules.Keys.Max));
        // Refuses names that no console has; the vector's console is not known yet.
        CheckEach(body.Buttons, "buttons", (names, name) => MaskOf(names, name, platform: null));
        if (body is { Keys: not null, Buttons: not null })
            throw new RequestException(ProblemTypes.InvalidParameter, "keys can't be combined with buttons.", "keys");
        VectorRules.Frames.Of(body.Frames);
        CheckEach(body.Starts, "starts", (start, name) => Parameters.InRange(start ?? 0, name, 0, VectorRules.MaxStarts - 1));
        CheckEach(body.Seeds, "seeds", (seed, name) => NewVector.SeedOf(seed, name));
    }

    /// <summary>Checks what is invalid for any vector.</summary>
    /// <exception cref="RequestException">A member is invalid.</exception>
    public static void Check(VectorResetRequest body)
    {
        CheckGames(body.Games);
        VectorRules.Start.Of(body.Start);
        NewVector.SeedOf(body.Seed);
    }

    /// <summary>Returns a step of a vector.</summary>
    /// <exception cref="RequestException">A list has another length than the games, or a game isn't there.</exception>
    public static VectorOrder Of(VectorStepRequest body, VectorRecord record)
    {
        var games = GamesOf(body.Games, record.Plan.Count);
        return new VectorOrder(
            games, KeysOf(body, games.Count, record.Game.Platform), body.Frames ?? record.Plan.Frames,
            EachOf(body.Starts, "starts", games.Count), [.. EachOf(body.Seeds, "seeds", games.Count).Select(seed => (ulong?)seed)]);
    }

    /// <summary>Returns a reset: a step of one frame without buttons.</summary>
    /// <exception cref="RequestException">A game isn't there.</exception>
    public static VectorOrder Of(VectorResetRequest body, VectorRecord record)
    {
        var (games, start) = (GamesOf(body.Games, record.Plan.Count), VectorRules.Start.Of(body.Start));
        return new VectorOrder(
            games, Keys: new ushort[games.Count], Frames: 1, [.. games.Select(_ => (int?)start)],
            [.. games.Select(game => body.Seed is { } first ? VectorPlan.SeedOf(first, game) : (ulong?)null)]);
    }

    private static void CheckGames(IReadOnlyList<int>? games)
    {
        CheckEach(games, "games", (game, name) => Parameters.InRange(game, name, 0, VectorRules.MaxGames - 1));
        if (games is not null && games.Distinct().Count() < games.Count)
            throw new RequestException(ProblemTypes.InvalidParameter, "games must name each game once.", "games");
    }

    private static void CheckEach<T, TChecked>(IReadOnlyList<T>? list, string name, Func<T, string, TChecked> check)
    {
        if (list is null)
            return;
        CheckCount(list.Count, name, VectorRules.MaxGames);
        for (var i = 0; i < list.Count; i++)
            check(list[i], $"{name}[{i}]");
    }

    private static IReadOnlyList<int> GamesOf(IReadOnlyList<int>? given, int count)
    {
        if (given is null)
            return [.. Enumerable.Range(0, count)];
        CheckCount(given.Count, "games", count);
        for (var i = 0; i < given.Count; i++)
            Parameters.InRange(given[i], $"games[{i}]", 0, count - 1);
        return given;
    }

    private static IReadOnlyList<ushort> KeysOf(VectorStepRequest body, int count, string platform)
    {
        IReadOnlyList<ushort> given = body switch
        {
            { Keys: { } keys } => [.. keys.Select(mask => (ushort)mask)],
            { Buttons: { } buttons } => [.. buttons.Select((names, index) => MaskOf(names, $"buttons[{index}]", platform))],
            _ => [0],
        };
        var name = body.Buttons is null ? "keys" : "buttons";
        return given.Count == count ? given
            : given.Count == 1 ? [.. Enumerable.Repeat(given[0], count)]
            : throw new RequestException(ProblemTypes.InvalidParameter, string.Create(CultureInfo.InvariantCulture,
                $"{name} must have one entry for each of the {count} games, or one for all; got {given.Count}."), name);
    }

    private static ushort MaskOf(IReadOnlyList<string?>? names, string name, string? platform) => names is null
        ? throw new RequestException(ProblemTypes.InvalidBody, $"{name} must be a list; got null.", name)
        : (ushort)ButtonNames.Parse(names, name, platform);

    private static IReadOnlyList<T?> EachOf<T>(IReadOnlyList<T?>? given, string name, int count) where T : struct
    {
        if (given is null)
            return new T?[count];
        return given.Count == count ? given
            : throw new RequestException(ProblemTypes.InvalidParameter, string.Create(CultureInfo.InvariantCulture,
                $"{name} must have one entry for each of the {count} games; got {given.Count}."), name);
    }

    private static void CheckCount(int count, string name, int max)
    {
        if (count < 1 || count > max)
            throw new RequestException(ProblemTypes.InvalidParameter, $"{name} must be a list of 1 to {max}; got {count}.", name);
    }
}
