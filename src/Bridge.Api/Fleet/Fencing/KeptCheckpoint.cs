using System.Globalization;
using System.Text.Json;
using Bridge.Api.Features.OnDemand;
using Bridge.Api.Fleet.Snapshot;
using Bridge.Api.Server.Files;

namespace Bridge.Api.Fleet.Fencing;

/// <summary>What the next bridge on this host needs to know of an emulator with a checkpoint: a file in the emulator's folder.</summary>
/// <param name="Checkpoint">How it comes back on another host.</param>
/// <param name="Hold">The revision of the name's key in etcd with which this host took it.</param>
internal sealed record KeptCheckpoint(FleetCheckpoint Checkpoint, long Hold)
{
    private const string File = "checkpoint.json";

    // A body of a creation, and little else.
    private const int MaxBytes = 64 * 1024;

    /// <summary>Writes it, whole or not at all.</summary>
    /// <exception cref="IOException">It can't be written.</exception>
    /// <exception cref="UnauthorizedAccessException">It can't be written.</exception>
    public static void Write(string folder, KeptCheckpoint kept)
    {
        using var opened = SafeFolder.Open(folder);
        opened.Replace(File, JsonSerializer.SerializeToUtf8Bytes(kept, CheckpointJson.Context.KeptCheckpoint), flushToDisk: false);
    }

    /// <summary>Reads it. Never waits for a pipe in its place.</summary>
    /// <returns>It and null; null and a sentence that says why it is damaged; or null twice: there is none.</returns>
    public static (KeptCheckpoint? Kept, string? Problem) Read(string folder)
    {
        try
        {
            using var opened = SafeFolder.Open(folder);
            if (opened.Look(File).Kind is EntryKind.Missing)
                return (null, null);
            if (!opened.TryRead(File, MaxBytes, out var bytes))
                return (null, $"{File} must have at most {MaxBytes} bytes.");
            var kept = JsonSerializer.Deserialize(bytes, CheckpointJson.Context.KeptCheckpoint);
            return kept?.Checkpoint?.Request is null ? (null, $"{File} must have a checkpoint with its request.")
                : !OnDemandRules.EverySeconds.Accepts(kept.Checkpoint.EverySeconds) ? (null, string.Create(CultureInfo.InvariantCulture,
                    $"everySeconds must be 1 to 3600; got {kept.Checkpoint.EverySeconds}."))
                : (kept, null);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or JsonException)
        {
            return (null, $"{File} can't be read: {exception.Message}");
        }
    }
}
