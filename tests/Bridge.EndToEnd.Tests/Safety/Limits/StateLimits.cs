using System.Buffers.Binary;
using Bridge.EndToEnd.Tests.Playing;
using Bridge.Testing.States;

namespace Bridge.EndToEnd.Tests.Safety.Limits;

/// <summary>The unpacked size of a save state.</summary>
internal static class StateLimits
{
    private const int EntryBytes = 16, PictureBytes = 240 * 160 * 4;

    public static IReadOnlyDictionary<string, Func<LimitProbe, Task>> Probes { get; } = new Dictionary<string, Func<LimitProbe, Task>>
    {
        ["save state that is unpacked from a PNG"] = UnpackedAsync,
    };

    private static async Task UnpackedAsync(LimitProbe probe)
    {
        var chunks = PngChunk.Read((await SavedState.GetAsync(probe.Client, "?picture=true")).Bytes)
            .Where(chunk => chunk.Type != "gbAx" || Tag(chunk) != RawState.MadeBy).ToList();
        var attached = chunks.Where(chunk => chunk.Type == "gbAx").ToArray();
        // The bytes of the unpacked state without the attachment that fills it up. Its table has entries for the attachments, the picture,
        // the attachment that fills it up, and the end.
        var before = RawState.GbaBytes + (EntryBytes * (attached.Length + 3)) + PictureBytes + attached.Sum(Size);
        foreach (var (length, status) in ((long, int)[])[(probe.Max, 200), (probe.Max + 1, probe.Past)])
        {
            using var response = await SavedState.PutAsync(probe.Client,
                PngChunk.Write([.. chunks[..^1], PngChunk.Attachment(RawState.MadeBy, new byte[length - before]), chunks[^1]]));
            Assert.True((int)response.StatusCode == status,
                $"{length} bytes: {(int)response.StatusCode}, {await LimitProbe.BeginningOfAsync(response)}");
        }
    }

    private static int Tag(PngChunk attachment) => BinaryPrimitives.ReadInt32LittleEndian(attachment.Data);

    private static int Size(PngChunk attachment) => BinaryPrimitives.ReadInt32LittleEndian(attachment.Data.AsSpan(4));
}
