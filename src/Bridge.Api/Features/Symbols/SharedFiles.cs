using System.Security.Cryptography;

namespace Bridge.Api.Features.Symbols;

/// <summary>Reads files, one at a time. What was read from one is shared while anything uses it.</summary>
internal sealed class SharedFiles<T> where T : class
{
    private readonly Lock _gate = new();
    private readonly Dictionary<string, WeakReference<T>> _known = [];

    /// <summary>Returns what was read from a file with these bytes, or reads it.</summary>
    /// <param name="file">The bytes.</param>
    /// <param name="form">How the file is read: other forms are not shared.</param>
    /// <param name="read">Reads it.</param>
    public T Read(ReadOnlySpan<byte> file, string form, Func<T> read)
    {
        var key = $"{Convert.ToHexString(SHA256.HashData(file))} {form}";
        lock (_gate)
        {
            foreach (var (forgotten, _) in _known.Where(pair => !pair.Value.TryGetTarget(out _)).ToArray())
                _known.Remove(forgotten);
            if (_known.TryGetValue(key, out var known) && known.TryGetTarget(out var shared))
                return shared;
            var made = read();
            _known[key] = new WeakReference<T>(made);
            return made;
        }
    }
}
