using System.Collections.Concurrent;
using System.Globalization;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Server.Security;
using Bridge.SocketPool;
using Bridge.SocketPool.Framing;

namespace Bridge.Api.Features.Events;

/// <summary>Sets the watches of a list.</summary>
internal static class WatchImport
{
    /// <summary>Max lines of a list that can't be watched.</summary>
    public const int MaxSkipped = 1000;

    // The watches that are set at the same time. With one, each would wait for a poll of the script; with all, they would fill the queue
    // of its connection.
    private const int ConcurrentWatches = 64;

    /// <summary>Sets a watch for each line; a line that the emulator refuses is skipped.</summary>
    /// <exception cref="RequestException">
    /// No line can be watched, or too many lines can't (400); or there are too many watches (409), and none is set.
    /// </exception>
    /// <exception cref="EmulatorException">The emulator does not respond; no watch is set.</exception>
    public static async Task<ImportedWatches> RunAsync(EmulatorEvents events, WatchLines list, AccessToken? owner)
    {
        Check(list);
        var (set, skipped) = (new ConcurrentQueue<WatchDescription>(), new ConcurrentQueue<SkippedLine>(list.Skipped));
        try
        {
            foreach (var lines in list.Watches.Chunk(ConcurrentWatches))
                await Task.WhenAll(lines.Select(SetAsync));
            CheckSkipped(skipped.Count);
        }
        catch
        {
            events.RemoveWatches(set.Select(watch => watch.Id));
            throw;
        }

        SkippedLine[] left = [.. skipped.OrderBy(line => line.Line)];
        return set.IsEmpty ? throw Unusable(left) : new ImportedWatches([.. set.OrderBy(watch => watch.Id)], left);

        async Task SetAsync(ListedWatch line)
        {
            try
            {
                var address = Parameters.Hex(line.Place.Address.Number);
                set.Enqueue(await events.SetWatchAsync(line.Place, line.Name, address, isTemporary: false, owner));
            }
            catch (EmulatorException refusal) when (refusal.Failure is
                EmulatorFailure.BadRequest or EmulatorFailure.OutOfRange or EmulatorFailure.UnknownDomain)
            {
                skipped.Enqueue(new SkippedLine(line.Line, refusal.Message));
            }
        }
    }

    private static void Check(WatchLines list)
    {
        CheckSkipped(list.Skipped.Count);
        if (list.Watches.Count == 0)
            throw Unusable(list.Skipped);
        if (list.Watches.Count > WireLimits.Watches)
        {
            throw new RequestException(ProblemTypes.TooManyWatches, string.Create(CultureInfo.InvariantCulture,
                $"The list has {list.Watches.Count:N0} watches; an emulator has at most {WireLimits.Watches:N0}."));
        }
    }

    private static void CheckSkipped(int count)
    {
        if (count > MaxSkipped)
        {
            throw new RequestException(ProblemTypes.InvalidBody, string.Create(CultureInfo.InvariantCulture,
                $"The body must be a RAM Watch list with at most {MaxSkipped:N0} lines that can't be watched; got {count:N0}."));
        }
    }

    private static RequestException Unusable(IReadOnlyList<SkippedLine> skipped) => new(ProblemTypes.InvalidBody,
        "The body must be a RAM Watch list (.wch) with a line that can be watched; " + (skipped.Count == 0
            ? "got none."
            : string.Create(CultureInfo.InvariantCulture, $"got none. Line {skipped[0].Line}: {skipped[0].Reason}")));
}
