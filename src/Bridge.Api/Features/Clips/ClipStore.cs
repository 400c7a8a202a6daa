using System.Collections.Concurrent;
using System.Globalization;
using System.Text;
using System.Text.Json;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Clips.Captions;
using Bridge.Api.Features.Clips.Model;
using Bridge.Api.Server.Diagnostics;
using Bridge.Api.Server.Files;
using Bridge.Api.Server.Security;

namespace Bridge.Api.Features.Clips;

/// <summary>
/// The clips of all emulators, and the folder with their files. Each has a file with its facts, so that a restart loses none.
/// </summary>
internal sealed class ClipStore(ClipOptions options, TimeProvider time, ILogger<ClipStore> logger)
{
    private const string FactsEnding = ".json", SubtitlesEnding = ".vtt";
    private const int IdBytes = 16;

    private readonly ConcurrentDictionary<string, Clip> _clips = new(StringComparer.Ordinal);
    private readonly Lock _changing = new();
    private bool _isLoaded;

    /// <summary>Returns the clips of an emulator, the oldest first.</summary>
    public IReadOnlyList<Clip> List(string emulator)
    {
        Prepare();
        return [.. _clips.Values.Where(clip => clip.Emulator == emulator).OrderBy(clip => clip.Shape.CreatedAt)];
    }

    /// <summary>Returns a clip.</summary>
    /// <exception cref="RequestException">The emulator has no such clip: 404.</exception>
    public Clip Get(string emulator, string id)
    {
        Prepare();
        return _clips.TryGetValue(id, out var clip) && clip.Emulator == emulator
            ? clip
            : throw new RequestException(ProblemTypes.UnknownClip,
                $"The emulator {emulator} has no clip \"{id}\"; clips are kept for {options.Kept} (Bridge:Clips:Kept).", "id");
    }

    /// <summary>Adds a clip.</summary>
    /// <param name="owner">The token of the client; null: it has none.</param>
    /// <param name="describe">Returns its facts for a new identifier and the present time.</param>
    /// <param name="work">Begins the work on it, and returns at once.</param>
    /// <exception cref="RequestException">There are too many clips, or bytes of them: 409.</exception>
    public Clip Add(AccessToken? owner, Func<string, DateTimeOffset, ClipShape> describe, Func<Clip, Task> work)
    {
        Prepare();
        lock (_changing)
        {
            var share = owner?.ShareOf(options.Number) ?? options.Number;
            if (_clips.Count >= options.Number || _clips.Values.Count(clip => clip.IsOf(owner)) >= share)
            {
                throw new RequestException(ProblemTypes.TooManyClips, string.Create(CultureInfo.InvariantCulture,
                    $"The bridge keeps at most {options.Number} clips (Bridge:Clips:Number), {share} of one token; delete one."));
            }

            if (_clips.Values.Sum(clip => clip.Shape.Bytes ?? 0) >= options.Bytes)
            {
                throw new RequestException(ProblemTypes.TooManyClips, string.Create(CultureInfo.InvariantCulture,
                    $"The clips have {options.Bytes:N0} bytes or more (Bridge:Clips:Bytes); delete one."));
            }

            var clip = new Clip(describe(RandomId(), time.GetUtcNow()), owner);
            clip.Work = work(clip);
            _clips[clip.Id] = clip;
            return clip;
        }
    }

    /// <summary>Returns how many clips of a token are not ready.</summary>
    public int CountUnfinished(AccessToken owner) => _clips.Values.Count(clip => clip.IsOf(owner) && !clip.Work.IsCompleted);

    /// <summary>Returns the path of a clip's file.</summary>
    public string PathOf(Clip clip) => Path.Combine(Root, $"{clip.Id}.{clip.Shape.Format}");

    /// <summary>Returns the path of a clip's subtitles, which are there if it has notes.</summary>
    public string SubtitlesOf(Clip clip) => Path.Combine(Root, clip.Id + SubtitlesEnding);

    /// <summary>Writes the subtitles and the facts of a clip whose file is there.</summary>
    public void Save(Clip clip, ClipShape facts, IReadOnlyList<Caption> captions)
    {
        if (captions.Count > 0)
        {
            using var subtitles = PrivateFiles.Create(SubtitlesOf(clip));
            subtitles.Write(Encoding.UTF8.GetBytes(WebVtt.Write(captions)));
        }

        using var file = PrivateFiles.Create(FactsOf(clip));
        JsonSerializer.Serialize(file, facts, ClipJson.Context.ClipShape);
    }

    /// <summary>Ends the work on a clip, and deletes it.</summary>
    /// <exception cref="RequestException">Its files can't be deleted.</exception>
    public async Task DeleteAsync(Clip clip)
    {
        if (!_clips.TryRemove(clip.Id, out _))
            return;
        clip.End();
        await clip.Work;
        clip.Dispose();
        Use(() =>
        {
            File.Delete(FactsOf(clip));
            File.Delete(SubtitlesOf(clip));
            File.Delete(PathOf(clip));
        });
    }

    /// <summary>Deletes the clips that are too old. Those that are waiting or rendering are not.</summary>
    public async Task DeleteOldAsync()
    {
        Prepare();
        foreach (var clip in _clips.Values.Where(IsOld).ToArray())
            await DeleteAsync(clip);
    }

    private string Root => options.Root ?? throw new RequestException(ProblemTypes.Unsupported,
        "The bridge has no folder for clips; set Bridge:Clips:Folder.");

    private bool IsOld(Clip clip) => clip.Work.IsCompleted && time.GetUtcNow() - clip.Shape.CreatedAt > options.Kept;

    private string FactsOf(Clip clip) => Path.Combine(Root, clip.Id + FactsEnding);

    // A token for one emulator must not guess the clips of others.
    private static string RandomId() => Convert.ToHexStringLower(
        System.Security.Cryptography.RandomNumberGenerator.GetBytes(IdBytes));

    private void Prepare()
    {
        lock (_changing)
        {
            if (_isLoaded)
                return;
            Use(() =>
            {
                PrivateFiles.CreateFolder(Root);
                PrivateFiles.CheckFolder(Root, Root);
                foreach (var path in Directory.EnumerateFiles(Root, "*" + FactsEnding))
                    Load(path);
                DeleteLeftovers();
            });
            _isLoaded = true;
        }
    }

    private void Use(Action use)
    {
        try
        {
            use();
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // The client must not learn where the folder is.
            Log.StorageFailed(logger, Root, exception);
            throw StorageFailure.Explain(exception, "clips", "The bridge can't use the folder of clips; its log has the reason.");
        }
    }

    // Deletes the files of clips that a bridge was making when it ended. Only old ones, because another bridge may use the folder now.
    private void DeleteLeftovers()
    {
        var oldest = time.GetUtcNow() - options.Kept;
        foreach (var file in new DirectoryInfo(Root).EnumerateFiles())
        {
            var parts = file.Name.Split('.');
            if (ClipRules.IsId(parts[0]) && parts.Length > 1 && IsEnding(parts[1])
                && !_clips.ContainsKey(parts[0]) && file.LastWriteTimeUtc < oldest)
            {
                file.Delete();
            }
        }
    }

    private static bool IsEnding(string ending) =>
        "." + ending == SubtitlesEnding || ClipFormat.All.Any(format => format.Name == ending);

    private void Load(string path)
    {
        try
        {
            using var file = File.OpenRead(path);
            if (JsonSerializer.Deserialize(file, ClipJson.Context.ClipShape) is { } shape
                && Path.GetFileNameWithoutExtension(path) == shape.Id && ClipFormat.All.Any(format => format.Name == shape.Format))
            {
                _clips[shape.Id] = new Clip(shape, owner: null);
            }
        }
        catch (Exception exception) when (exception is JsonException or IOException or UnauthorizedAccessException)
        {
            // Not a clip, one that another bridge deletes, or one of another account.
        }
    }
}
