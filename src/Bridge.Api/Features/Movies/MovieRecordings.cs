using System.Collections.Concurrent;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Emulators;
using Bridge.SocketPool;

namespace Bridge.Api.Features.Movies;

/// <summary>
/// Remembers where recordings began, for each emulator and name. The emulator's history is the recording itself, so nothing is lost if a
/// client forgets to stop one.
/// </summary>
internal sealed class MovieRecordings
{
    /// <summary>Max recordings of an emulator.</summary>
    public const int Max = 64;

    private readonly ConcurrentDictionary<EmulatorClient, Recordings> _recordings = new();

    public MovieRecordings(EmulatorDirectory emulators) => emulators.Removed += emulator => _recordings.TryRemove(emulator, out _);

    /// <summary>Begins a recording, in place of one with this name; of an emulator one at a time.</summary>
    /// <param name="client">The emulator.</param>
    /// <param name="name">The movie's name.</param>
    /// <param name="beginAsync">Puts the game where the recording begins. Not called if there is no room.</param>
    /// <param name="cancellationToken">Cancels the wait for its turn.</param>
    /// <exception cref="RequestException">The emulator has the max number of recordings: 409.</exception>
    public async Task<T> BeginAsync<T>(
        EmulatorClient client, string name, Func<Task<(Beginning, T)>> beginAsync, CancellationToken cancellationToken)
    {
        var own = Of(client);
        await own.Turn.WaitAsync(cancellationToken);
        try
        {
            CheckRoom(own.ByName, name);
            var (beginning, result) = await beginAsync();
            lock (own.ByName)
                own.ByName[name] = beginning;
            return result;
        }
        finally
        {
            own.Turn.Release();
        }
    }

    /// <summary>Returns where a recording began.</summary>
    /// <exception cref="RequestException">There is no recording with this name: 404.</exception>
    public Beginning Find(EmulatorClient client, string name)
    {
        var own = Of(client).ByName;
        lock (own)
        {
            return own.TryGetValue(name, out var beginning) ? beginning : throw new RequestException(
                ProblemTypes.UnknownMovie, $"No movie \"{name}\" is being recorded; POST …/movies/{name} begins one.", "name");
        }
    }

    /// <summary>Forgets a recording.</summary>
    public void End(EmulatorClient client, string name)
    {
        var own = Of(client).ByName;
        lock (own)
            own.Remove(name);
    }

    private static void CheckRoom(Dictionary<string, Beginning> own, string name)
    {
        lock (own)
        {
            if (own.Count >= Max && !own.ContainsKey(name))
            {
                throw new RequestException(
                    ProblemTypes.TooManyMovies, $"This emulator already records {Max} movies, the maximum; stop one of them.", "name");
            }
        }
    }

    private Recordings Of(EmulatorClient client) => _recordings.GetOrAdd(client, static _ => new Recordings(
        new SemaphoreSlim(1, 1), new Dictionary<string, Beginning>(StringComparer.OrdinalIgnoreCase)));

    /// <summary>Where a recording began.</summary>
    /// <param name="From">Its first frame, in numbers of the history.</param>
    /// <param name="Crc32">The game then.</param>
    public readonly record struct Beginning(long From, string Crc32);

    // The semaphore is never disposed: it has no timer.
    private sealed record Recordings(SemaphoreSlim Turn, Dictionary<string, Beginning> ByName);
}
