using System.Globalization;

namespace Bridge.Testing;

/// <summary>tests/vectors/messages.txt: the examples of the wire protocol that both sides are tested against.</summary>
public static class VectorFile
{
    /// <summary>Reads all vectors. The format is described at the top of the file.</summary>
    public static IReadOnlyList<Vector> Read()
    {
        var vectors = new List<Vector>();
        var block = new List<(string Key, string Value)>();
        foreach (var line in File.ReadLines(RepositoryRoot.Combine("tests", "vectors", "messages.txt")).Append(""))
        {
            if (line.StartsWith('#'))
                continue;
            if (line.Length > 0)
            {
                var space = line.IndexOf(' ', StringComparison.Ordinal);
                block.Add(space < 0 ? (line, "") : (line[..space], line[(space + 1)..]));
            }
            else if (block.Count > 0)
            {
                vectors.Add(ToVector(block));
                block.Clear();
            }
        }

        return vectors;
    }

    private static Vector ToVector(List<(string Key, string Value)> block)
    {
        string? Find(string key) => block.FirstOrDefault(pair => pair.Key == key).Value;

        var messages = new List<VectorMessage>();
        foreach (var (key, value) in block)
        {
            switch (key)
            {
                case "id":
                    messages.Add(new VectorMessage(Number(value), "", 0, "", null, []));
                    break;
                case "word":
                    messages[^1] = messages[^1] with { Word = value };
                    break;
                case "number":
                    messages[^1] = messages[^1] with { Number = Number(value) };
                    break;
                case "arguments":
                    messages[^1] = messages[^1] with { Arguments = value };
                    break;
                case "decoded":
                    messages[^1] = messages[^1] with { Decoded = [.. value.Split(' ').Select(VectorText.Unescape)] };
                    break;
                case "payload":
                    messages[^1] = messages[^1] with { Payload = VectorText.Unescape(value) };
                    break;
                case "name" or "bytes" or "incomplete" or "error":
                    break;
                default:
                    throw new InvalidDataException($"messages.txt has the unknown key \"{key}\".");
            }
        }

        return new Vector(
            Find("name") ?? throw new InvalidDataException("A vector in messages.txt has no name."),
            VectorText.Unescape(Find("bytes") ?? ""), messages, Find("incomplete") == "yes", Find("error"));
    }

    private static long Number(string text) => long.Parse(text, CultureInfo.InvariantCulture);
}

/// <summary>One example: the bytes, the messages in them, and how they end.</summary>
/// <param name="Name">What it shows.</param>
/// <param name="Bytes">The bytes on the wire.</param>
/// <param name="Messages">The whole and valid messages, in order.</param>
/// <param name="IsIncomplete">Whether the bytes end inside a message.</param>
/// <param name="Error">Why the bytes after the messages are refused: <c>header</c>, <c>length</c> or <c>terminator</c>;
/// null if they are not.</param>
public sealed record Vector(string Name, byte[] Bytes, IReadOnlyList<VectorMessage> Messages, bool IsIncomplete, string? Error)
{
    public override string ToString() => Name;
}

/// <summary>A parsed message.</summary>
/// <param name="Id">The request's id.</param>
/// <param name="Word">Command or status.</param>
/// <param name="Number">Clock or frame.</param>
/// <param name="Arguments">The arguments, still escaped.</param>
/// <param name="Decoded">The decoded bytes of each argument; null if the example doesn't give them.</param>
/// <param name="Payload">The payload.</param>
public sealed record VectorMessage(long Id, string Word, long Number, string Arguments, IReadOnlyList<byte[]>? Decoded, byte[] Payload);
