using System.Collections.Concurrent;
using System.Globalization;
using System.Text.Json;
using Bridge.Api.Fleet.Snapshot;
using Bridge.Api.Server.Files;

namespace Bridge.Api.Fleet.Fencing;

/// <summary>
/// Keeps checkpoints in the folder that all hosts share. A file's name has the revision of the name's key, so that a host that has lost an
/// emulator can't replace the checkpoints of its new host.
/// </summary>
internal sealed class CheckpointFiles(FleetOptions options)
{
    private const string Extension = ".checkpoint";
    private const byte EndOfHead = (byte)'\n';

    // Far more than the largest state.
    private const int MaxBytes = 64 * 1024 * 1024;

    // The revision of the latest write, by name. The folder has the files of all hosts, so it is searched for older ones only after the
    // first write of a revision.
    private readonly ConcurrentDictionary<string, long> _written = new();

    /// <summary>Writes a checkpoint, whole or not at all, and deletes those of earlier hosts.</summary>
    /// <exception cref="IOException">The folder can't be written to.</exception>
    /// <exception cref="UnauthorizedAccessException">The folder can't be written to.</exception>
    public void Write(string name, long revision, long frame, ReadOnlySpan<byte> state)
    {
        CheckFolder();
        var path = PathOf(name, revision);
        var written = $"{path}.{options.Host}.new";
        try
        {
            Write(written, new CheckpointHead(options.Host!, frame, state.Length), state);
            File.Move(written, path, overwrite: true);
        }
        catch
        {
            // A part would take the space on a full disk.
            File.Delete(written);
            throw;
        }

        if (_written.TryGetValue(name, out var last) && last == revision)
            return;
        foreach (var (older, _) in FilesOf(name).Where(file => file.Revision < revision))
            File.Delete(older);
        _written[name] = revision;
    }

    /// <summary>Returns the newest whole checkpoint; null if there is none.</summary>
    /// <exception cref="IOException">The folder can't be read.</exception>
    /// <exception cref="UnauthorizedAccessException">The folder can't be read.</exception>
    public Checkpoint? Find(string name) =>
        FilesOf(name).Where(file => file.Path.EndsWith(Extension, StringComparison.Ordinal)).OrderByDescending(file => file.Revision)
            .Select(file => Read(file.Path)).FirstOrDefault(read => read is not null);

    /// <summary>Deletes the checkpoints of an emulator that has ended.</summary>
    public void Delete(string name)
    {
        _written.TryRemove(name, out _);
        try
        {
            foreach (var (path, _) in FilesOf(name).ToArray())
                File.Delete(path);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // The next emulator of that name has a higher revision.
        }
    }

    /// <summary>Deletes a checkpoint that was written while its emulator ended.</summary>
    /// <exception cref="IOException">It can't be deleted.</exception>
    /// <exception cref="UnauthorizedAccessException">It can't be deleted.</exception>
    public void Delete(string name, long revision)
    {
        _written.TryRemove(name, out _);
        File.Delete(PathOf(name, revision));
    }

    private string PathOf(string name, long revision) =>
        Path.Combine(options.CheckpointFolder!, string.Create(CultureInfo.InvariantCulture, $"{name}.{revision}{Extension}"));

    // Includes the parts that killed bridges have left.
    private IEnumerable<(string Path, long Revision)> FilesOf(string name)
    {
        CheckFolder();
        foreach (var path in Directory.EnumerateFiles(options.CheckpointFolder!, $"{name}.*{Extension}*"))
        {
            if (Path.GetFileName(path).Split('.') is [var of, var number, _, ..] && of == name
                && long.TryParse(number, NumberStyles.None, CultureInfo.InvariantCulture, out var revision))
                yield return (path, revision);
        }
    }

    // A state can contain any program, so no other account may put one here.
    private void CheckFolder() => PrivateFiles.CheckFolder(options.CheckpointFolder!, options.CheckpointFolder!);

    private static void Write(string path, CheckpointHead head, ReadOnlySpan<byte> state)
    {
        using var file = PrivateFiles.Create(path);
        JsonSerializer.Serialize(file, head, CheckpointJson.Context.CheckpointHead);
        file.WriteByte(EndOfHead);
        file.Write(state);
        file.Flush(flushToDisk: true);
    }

    private Checkpoint? Read(string path)
    {
        using var folder = SafeFolder.Open(options.CheckpointFolder!);
        var file = Path.GetFileName(path);
        // Reading a pipe would wait for a writer.
        if (folder.Look(file).Kind is not EntryKind.File || !folder.TryRead(file, MaxBytes, out var bytes))
            return null;
        var end = Array.IndexOf(bytes, EndOfHead);
        if (end < 0)
            return null;
        try
        {
            var head = JsonSerializer.Deserialize(bytes.AsSpan(0, end), CheckpointJson.Context.CheckpointHead);
            var state = bytes.AsMemory(end + 1);
            return head?.Host is not null && head.Bytes == state.Length ? new Checkpoint(head.Host, head.Frame, state) : null;
        }
        catch (JsonException)
        {
            return null;
        }
    }
}

/// <summary>The first line of a checkpoint's file.</summary>
/// <param name="Host">The host that saved it.</param>
/// <param name="Frame">The frame of the state.</param>
/// <param name="Bytes">The length of the state, which follows.</param>
internal sealed record CheckpointHead(string Host, long Frame, int Bytes);

/// <summary>A state from which an emulator comes back.</summary>
internal sealed record Checkpoint(string Host, long Frame, ReadOnlyMemory<byte> State);
