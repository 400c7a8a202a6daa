using System.Buffers;
using System.Text.Json;

namespace Bridge.Doors.BizHawk.Messages;

/// <summary>Writes the replies to a list of requests as one line, in their order. Not thread-safe.</summary>
internal sealed class ReplyWriter : IDisposable
{
    /// <summary>Bytes of a reply without what it carries; more than any of them has.</summary>
    public const int Overhead = 64;

    // The door has the domains of this core (GameBoyDomains). BizHawk has several cores for no other console of the bridge.
    private const string GameBoyCore = "Gambatte";

    private readonly ArrayBufferWriter<byte> _bytes = new();
    private readonly Utf8JsonWriter _json;

    public ReplyWriter()
    {
        _json = new Utf8JsonWriter(_bytes);
        _json.WriteStartArray();
    }

    /// <summary>Returns the bytes of a reply with memory, at most.</summary>
    public static long BytesOf(long memory) => Overhead + ((memory + 2) / 3 * 4);

    /// <summary>Ends the list, and returns the line with its line feed, which stays valid.</summary>
    public ReadOnlyMemory<byte> End()
    {
        _json.WriteEndArray();
        _json.Flush();
        _bytes.Write("\n"u8);
        return _bytes.WrittenMemory;
    }

    /// <summary>Adds a reply that has nothing but its type.</summary>
    public void Add(string type) => Add(type, static _ => { });

    /// <summary>Adds a reply with a text.</summary>
    public void Add(string type, string value) => Add(type, json => json.WriteString("value", value));

    /// <summary>Adds a reply with a number.</summary>
    public void Add(string type, long value) => Add(type, json => json.WriteNumber("value", value));

    /// <summary>Adds the reply with memory.</summary>
    public void AddMemory(ReadOnlyMemory<byte> memory) => Add("READ_RESPONSE", json => json.WriteBase64String("value", memory.Span));

    /// <summary>Adds the reply to a guard, and to each request after one that is false.</summary>
    public void AddGuard(long address, bool passed) => Add("GUARD_RESPONSE", json =>
    {
        json.WriteNumber("address", address);
        json.WriteBoolean("value", passed);
    });

    /// <summary>Adds the cores of the systems that have several.</summary>
    public void AddCores() => Add("PREFERRED_CORES_RESPONSE", static json =>
    {
        json.WriteStartObject("value");
        foreach (var system in (string[])["GB", "GBC", "SGB"])
            json.WriteString(system, GameBoyCore);
        json.WriteEndObject();
    });

    /// <summary>Adds the reply to a request that failed.</summary>
    public void AddError(string sentence) => Add("ERROR", json => json.WriteString("err", sentence.Length <= ConnectorLimits.ErrorCharacters
        ? sentence
        : $"{sentence[..(ConnectorLimits.ErrorCharacters - 1)]}…"));

    public void Dispose() => _json.Dispose();

    private void Add(string type, Action<Utf8JsonWriter> write)
    {
        _json.WriteStartObject();
        _json.WriteString("type", type);
        write(_json);
        _json.WriteEndObject();
    }
}
