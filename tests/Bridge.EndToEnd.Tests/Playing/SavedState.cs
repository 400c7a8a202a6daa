using System.Buffers.Binary;
using System.Globalization;
using System.Net.Http.Headers;

namespace Bridge.EndToEnd.Tests.Playing;

/// <summary>The state of the running game, as bytes.</summary>
public sealed record SavedState(byte[] Bytes, long Frame)
{
    /// <summary>The length of the machine in a raw GBA state; a table of what is attached follows.</summary>
    public const int MachineBytes = 0x61000;

    // mGBA's EXTDATA_SAVEDATA.
    private const int SaveMemoryTag = 2;

    public ReadOnlySpan<byte> Machine => Bytes.AsSpan(0, MachineBytes);

    /// <summary>Returns the save memory that is attached to a raw state.</summary>
    public ReadOnlySpan<byte> SaveMemory
    {
        get
        {
            // An entry of the table has four bytes of tag, four of size, and eight of offset; tag 0 ends it.
            for (var entry = MachineBytes; ; entry += 16)
            {
                var (tag, size, at) = (ReadInt32(entry), ReadInt32(entry + 4), ReadInt32(entry + 8));
                Assert.NotEqual(0, tag);
                if (tag == SaveMemoryTag)
                    return Bytes.AsSpan(at, size);
            }
        }
    }

    public static async Task<SavedState> GetAsync(HttpClient client, string query = "")
    {
        using var response = await client.GetAsync($"/emulators/default/state{query}");
        Assert.Equal((200, "application/octet-stream"), ((int)response.StatusCode, response.Content.Headers.ContentType?.MediaType));
        return new SavedState(await response.Content.ReadAsByteArrayAsync(), FrameOf(response));
    }

    /// <summary>Loads a state and returns the response.</summary>
    public static Task<HttpResponseMessage> PutAsync(HttpClient client, byte[] bytes, string path = "/emulators/default/state")
    {
        var content = new ByteArrayContent(bytes) { Headers = { ContentType = new MediaTypeHeaderValue("application/octet-stream") } };
        return client.PutAsync(path, content);
    }

    public static long FrameOf(HttpResponseMessage response) =>
        long.Parse(Assert.Single(response.Headers.GetValues("Emulator-Frame")), CultureInfo.InvariantCulture);

    private int ReadInt32(int at) => BinaryPrimitives.ReadInt32LittleEndian(Bytes.AsSpan(at));
}
