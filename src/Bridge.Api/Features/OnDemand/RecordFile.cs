using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Bridge.Api.Server.Files;

namespace Bridge.Api.Features.OnDemand;

/// <summary>A file with what the next bridge needs to take over a process, in the folder of the process.</summary>
/// <param name="name">The name of the file.</param>
/// <param name="type">How the record is read and written.</param>
/// <param name="findProblem">
/// Returns a sentence about a member with a value that no bridge writes; null: there is none. Gets the name of the folder.
/// </param>
/// <typeparam name="T">The record.</typeparam>
internal sealed class RecordFile<T>(string name, JsonTypeInfo<T> type, Func<T, string, string?> findProblem) where T : class
{
    private const int MaxBytes = 64 * 1024;

    /// <summary>Writes the record, whole or not at all. Only this account can read it.</summary>
    /// <exception cref="IOException">It can't be written; the one before it is unchanged.</exception>
    /// <exception cref="UnauthorizedAccessException">It can't be written; the one before it is unchanged.</exception>
    public void Write(string folder, T record)
    {
        using var opened = SafeFolder.Open(folder);
        // A killed process ends no machine, so the record needn't survive a power failure.
        opened.Replace(name, JsonSerializer.SerializeToUtf8Bytes(record, type), flushToDisk: false);
    }

    /// <summary>Reads the record. Never waits for a pipe in its place.</summary>
    /// <returns>The record and null; null and a sentence that says why it is damaged; or null twice: there is none.</returns>
    public (T? Record, string? Problem) Read(string folder)
    {
        try
        {
            using var opened = SafeFolder.Open(folder);
            if (opened.Look(name).Kind is EntryKind.Missing)
                return (null, null);
            if (!opened.TryRead(name, MaxBytes, out var bytes))
                return (null, $"{name} must have at most {MaxBytes} bytes.");
            if (JsonSerializer.Deserialize(bytes, type) is not { } record)
                return (null, $"{name} must be an object; got null.");
            return findProblem(record, Path.GetFileName(folder)) is { } problem ? (null, problem) : (record, null);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or JsonException)
        {
            return (null, $"{name} can't be read: {exception.Message}");
        }
    }
}
