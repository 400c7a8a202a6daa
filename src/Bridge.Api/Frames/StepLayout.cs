using System.Buffers.Binary;
using Bridge.Api.Errors;
using Bridge.Api.Http;
using Bridge.Api.Memory;
using Bridge.Api.Parsing;
using Bridge.Api.Screen;
using Bridge.SocketPool.Commands;

namespace Bridge.Api.Frames;

/// <summary>Writes the binary answer to steps (docs/step-layout.md): a header, one record for each emulator, and the problems.</summary>
/// <param name="Count">The number of records.</param>
/// <param name="Reads">The number of values in a record.</param>
/// <param name="Size">The size of the pictures; empty without pictures.</param>
/// <param name="Channels">The bytes of a pixel; 0 without pictures.</param>
internal readonly record struct StepLayout(int Count, int Reads, PictureSize Size, int Channels)
{
    /// <summary>The bytes of the header.</summary>
    public const int HeaderBytes = 32;

    private const uint Magic = 0x50455453; // "STEP"
    private const uint Version = 1;
    private const int FixedBytes = 16;
    private const int FrameAt = 8;

    private int PictureBytes => Channels * Size.Area;

    private int RecordBytes => FixedBytes + 8 * Reads + PictureBytes;

    /// <summary>Returns whether the client asks for a binary answer.</summary>
    public static bool IsWanted(HttpRequest request) =>
        request.Headers.Accept.ToString().Contains(RawBody.ContentType, StringComparison.OrdinalIgnoreCase);

    /// <exception cref="RequestException">One of the places is a range.</exception>
    public static void CheckPlaces(IReadOnlyList<PlaceToRead?>? read)
    {
        for (var i = 0; i < read?.Count; i++)
        {
            if (read[i]?.Length is not null)
            {
                throw new RequestException(ProblemTypes.InvalidParameter,
                    $"read[{i}].length can't be in a binary answer, which has one number for each place.", $"read[{i}].length");
            }
        }
    }

    /// <summary>Returns a body whose records are all empty.</summary>
    /// <param name="problems">The problems as JSON.</param>
    public byte[] NewBody(ReadOnlySpan<byte> problems)
    {
        var body = new byte[HeaderBytes + (Count * RecordBytes) + problems.Length];
        ReadOnlySpan<uint> header =
        [
            Magic, Version, (uint)Count, (uint)Reads, (uint)Size.Width, (uint)Size.Height, (uint)Channels, (uint)problems.Length,
        ];
        for (var i = 0; i < header.Length; i++)
            BinaryPrimitives.WriteUInt32LittleEndian(body.AsSpan(4 * i), header[i]);
        problems.CopyTo(body.AsSpan(HeaderBytes + Count * RecordBytes));
        return body;
    }

    /// <summary>Writes the record of an emulator that was stepped.</summary>
    public void Write(Span<byte> body, int index, long frame, LastFrame observed, IReadOnlyList<BatchResult> results, TakenPicture? picture)
    {
        var record = RecordOf(body, index);
        BinaryPrimitives.WriteInt64LittleEndian(record[FrameAt..], frame);
        observed.WriteValues(record[FixedBytes..], results);
        picture?.Write(record[(FixedBytes + 8 * Reads)..], observed.Form!);
    }

    /// <summary>Writes the record of an emulator that was not stepped: the HTTP status of its problem, and no frame.</summary>
    public void WriteProblem(Span<byte> body, int index, int status)
    {
        var record = RecordOf(body, index);
        BinaryPrimitives.WriteUInt32LittleEndian(record, (uint)status);
        BinaryPrimitives.WriteInt64LittleEndian(record[FrameAt..], -1);
    }

    /// <summary>Responds with the record of one emulator.</summary>
    public static void Respond(HttpResponse response, long frame, int reads, LastFrame observed, IReadOnlyList<BatchResult> results)
    {
        using var picture = observed.Picture(results);
        var layout = Of(1, reads, observed.Form, picture?.Size);
        var body = layout.NewBody("[]"u8);
        layout.Write(body, 0, frame, observed, results, picture);
        BufferedResponse.WriteBytes(response, body, RawBody.ContentType);
    }

    /// <summary>Returns the layout for pictures in this form of a game with this size.</summary>
    public static StepLayout Of(int count, int reads, PictureForm? form, PictureSize? game) => form is null || game is null
        ? new StepLayout(count, reads, default, 0)
        : new StepLayout(count, reads, form.SizeOf(game.Value), form.Channels);

    private Span<byte> RecordOf(Span<byte> body, int index) => body.Slice(HeaderBytes + index * RecordBytes, RecordBytes);
}
