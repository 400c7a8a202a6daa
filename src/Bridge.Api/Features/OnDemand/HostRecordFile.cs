using System.Text.Json;
using Bridge.Api.Server.Files;

namespace Bridge.Api.Features.OnDemand;

/// <summary>The file with an emulator's record, in the emulator's folder.</summary>
internal static class HostRecordFile
{
    /// <summary>The name of the file.</summary>
    public const string Name = "emulator.json";

    private const int MaxBytes = 64 * 1024;

    /// <summary>Writes the record, whole or not at all. Only this account can read it, because it has the script's secret.</summary>
    /// <exception cref="IOException">It can't be written; the one before it is unchanged.</exception>
    /// <exception cref="UnauthorizedAccessException">It can't be written; the one before it is unchanged.</exception>
    public static void Write(string folder, HostRecord record)
    {
        using var opened = SafeFolder.Open(folder);
        // A killed process ends no machine, so the record needn't survive a power failure.
        opened.Replace(Name, JsonSerializer.SerializeToUtf8Bytes(record, OnDemandJson.Context.HostRecord), flushToDisk: false);
    }

    /// <summary>Reads the record. Never waits for a pipe in its place.</summary>
    /// <returns>The record and null; null and a sentence that says why it is damaged; or null twice: there is none.</returns>
    public static (HostRecord? Record, string? Problem) Read(string folder)
    {
        try
        {
            using var opened = SafeFolder.Open(folder);
            if (opened.Look(Name).Kind is EntryKind.Missing)
                return (null, null);
            if (!opened.TryRead(Name, MaxBytes, out var bytes))
                return (null, $"{Name} must have at most {MaxBytes} bytes.");
            if (JsonSerializer.Deserialize(bytes, OnDemandJson.Context.HostRecord) is not { } record)
                return (null, $"{Name} must be an object; got null.");
            return record.FindProblem(Path.GetFileName(folder)) is { } problem ? (null, problem) : (record, null);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or JsonException)
        {
            return (null, $"{Name} can't be read: {exception.Message}");
        }
    }
}
