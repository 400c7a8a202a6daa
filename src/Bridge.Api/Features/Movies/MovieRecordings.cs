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

    private readonly ConcurrentDictionary<EmulatorClient, Dictionary<string, Beginning>> _recordings = new();

    public MovieRecordings(EmulatorDirectory emulators) => emulators.Removed += emulator => _recordings.TryRemove(emulator, out _);

    /// <summary>Begins a recording, in place of one with this name.</summary>
    /// <exception cref="RequestException">The emulator has the max number of recordings: 409.</exception>
    public void Begin(EmulatorClient client, string name, Beginning beginning)
    {
        var own = Of(client);
        lock (own)
        {
            if (own.Count >= Max && !own.ContainsKey(name))
            {
                throw new RequestException(
                    ProblemTypes.TooManyMovies, $"This emulator already records {Max} movies, the maximum; stop one of them.", "name");
            }

            own[name] = beginning;
        }
    }

    /// <summary>Returns where a recording began.</summary>
    /// <exception cref="RequestException">There is no recording with this name: 404.</exception>
    public Beginning Find(EmulatorClient client, string name)
    {
        var own = Of(client);
        lock (own)
        {
            return own.TryGetValue(name, out var beginning) ? beginning : throw new RequestException(
                ProblemTypes.UnknownMovie, $"No movie \"{name}\" is being recorded; POST …/movies/{name} begins one.", "name");
        }
    }

    /// <summary>Forgets a recording.</summary>
    public void End(EmulatorClient client, string name)
    {
        var own = Of(client);
        lock (own)
            own.Remove(name);
    }

    private Dictionary<string, Beginning> Of(EmulatorClient client) =>
        _recordings.GetOrAdd(client, static _ => new Dictionary<string, Beginning>(StringComparer.OrdinalIgnoreCase));

    /// <summary>Where a recording began.</summary>
    /// <param name="From">Its first frame, in numbers of the history.</param>
    /// <param name="Crc32">The game then.</param>
    public readonly record struct Beginning(long From, string Crc32);
}
