using System.Runtime.CompilerServices;
using Bridge.Api.Contract.Errors;
using Bridge.SocketPool;

namespace Bridge.Api.Features.Movies;

/// <summary>
/// Remembers where recordings began, for each emulator and name. The frames are in the emulator's history, so a recording that is never
/// stopped costs only its entry here.
/// </summary>
internal sealed class MovieRecordings
{
    /// <summary>Max recordings of an emulator.</summary>
    public const int MaxRecordings = 64;

    // Forgotten with their emulator.
    private readonly ConditionalWeakTable<EmulatorClient, Recordings> _recordings = [];

    /// <summary>Begins a recording, which replaces one with the same name. Calls for one emulator run one after the other.</summary>
    /// <param name="client">The emulator.</param>
    /// <param name="name">The movie's name.</param>
    /// <param name="beginAsync">Puts the game where the recording begins. Not called if there is no room.</param>
    /// <param name="cancellationToken">Cancels the wait for an earlier call.</param>
    /// <exception cref="RequestException">The emulator has the max number of recordings: 409.</exception>
    public async Task<MovieRecording> BeginAsync(
        EmulatorClient client, string name, Func<Task<(Beginning Beginning, MovieRecording Recording)>> beginAsync,
        CancellationToken cancellationToken)
    {
        var recordings = Of(client);
        await recordings.Turn.WaitAsync(cancellationToken);
        try
        {
            CheckRoom(recordings.ByName, name);
            var (beginning, recording) = await beginAsync();
            lock (recordings.ByName)
                recordings.ByName[name] = beginning;
            return recording;
        }
        finally
        {
            recordings.Turn.Release();
        }
    }

    /// <summary>Returns where a recording began.</summary>
    /// <exception cref="RequestException">There is no recording with this name: 404.</exception>
    public Beginning Find(EmulatorClient client, string name)
    {
        var byName = Of(client).ByName;
        lock (byName)
        {
            return byName.TryGetValue(name, out var beginning) ? beginning : throw new RequestException(
                ProblemTypes.UnknownMovie, $"No movie \"{name}\" is being recorded; POST …/movies/{name} begins one.", "name");
        }
    }

    /// <summary>Forgets a recording, unless another one with its name has begun since.</summary>
    public void End(EmulatorClient client, string name, Beginning beginning)
    {
        var byName = Of(client).ByName;
        lock (byName)
        {
            if (byName.GetValueOrDefault(name) == beginning)
                byName.Remove(name);
        }
    }

    private static void CheckRoom(Dictionary<string, Beginning> byName, string name)
    {
        lock (byName)
        {
            if (byName.Count >= MaxRecordings && !byName.ContainsKey(name))
            {
                throw new RequestException(ProblemTypes.TooManyMovies,
                    $"This emulator already records {MaxRecordings} movies, the maximum; stop one of them.", "name");
            }
        }
    }

    private Recordings Of(EmulatorClient client) => _recordings.GetValue(client, static _ => new Recordings(
        new SemaphoreSlim(1, 1), new Dictionary<string, Beginning>(StringComparer.OrdinalIgnoreCase)));

    /// <summary>Where a recording began.</summary>
    /// <remarks>Compared by reference: after a rewind, two recordings may begin with the same frame.</remarks>
    /// <param name="from">Its first frame, as the history numbers it.</param>
    /// <param name="crc32">The CRC-32 of the game that ran then.</param>
    public sealed class Beginning(long from, string crc32)
    {
        public long From { get; } = from;

        public string Crc32 { get; } = crc32;
    }

    // The semaphore needs no Dispose, because nothing uses its AvailableWaitHandle.
    private sealed record Recordings(SemaphoreSlim Turn, Dictionary<string, Beginning> ByName);
}
