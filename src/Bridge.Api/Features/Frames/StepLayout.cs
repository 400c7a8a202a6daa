using System.Buffers.Binary;
using System.Text.Json;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Memory;
using Bridge.Api.Features.Screen;
using Bridge.Api.Server.Bodies;
using Bridge.Api.Server.Responses;
using Bridge.SocketPool.Commands;

namespace Bridge.Api.Features.Frames;

/// <summary>Writes the binary response to steps (docs/step-layout.md): a header, one record for each emulator, and the problems.</summary>
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

    // The bytes of a record before its values: status (4), unused (4), frame (8).
    private const int FixedBytes = 16;
    private const int FrameAt = 8;

    private int PictureBytes => Channels * Size.Area;

    private int RecordBytes => FixedBytes + 8 * Reads + PictureBytes;

    /// <summary>Returns whether the client asks for a binary response.</summary>
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
                    $"read[{i}].length can't be in a binary response, which has one number for each place.", $"read[{i}].length");
            }
        }
    }

    /// <summary>Returns a body whose records are all empty.</summary>
    /// <param name="problems">The problems as JSON.</param>
    public byte[] NewBody(ReadOnlySpan<byte> problems) => NewBody(problems, bytesAfter: 0);

    /// <summary>
    /// Returns a body for a vector, which has 64 bits of missing values for each game after the problems. Spaces pad the problems to 8
    /// bytes.
    /// </summary>
    public byte[] NewVectorBody() => NewBody("[]      "u8, 8 * Count);

    /// <summary>Writes the record of an emulator that was stepped.</summary>
    public void Write(Span<byte> body, int index, long frame, LastFrame observed, IReadOnlyList<BatchResult> results, TakenPicture? picture)
    {
        var record = RecordOf(body, index);
        BinaryPrimitives.WriteInt64LittleEndian(record[FrameAt..], frame);
        observed.WriteValues(record[FixedBytes..], results);
        picture?.Write(record[(FixedBytes + 8 * Reads)..], observed.Form!);
    }

    /// <summary>Writes a record from its parts.</summary>
    /// <param name="body">The body.</param>
    /// <param name="index">The place of the record.</param>
    /// <param name="status">The status.</param>
    /// <param name="frame">The frame.</param>
    /// <param name="values">The values.</param>
    /// <param name="picture">The pixels line by line; empty without pictures.</param>
    public void Write(
        Span<byte> body, int index, uint status, long frame, ReadOnlySpan<long> values, ReadOnlySpan<byte> picture)
    {
        var record = RecordOf(body, index);
        BinaryPrimitives.WriteUInt32LittleEndian(record, status);
        BinaryPrimitives.WriteInt64LittleEndian(record[FrameAt..], frame);
        for (var i = 0; i < values.Length; i++)
            BinaryPrimitives.WriteInt64LittleEndian(record[(FixedBytes + (8 * i))..], values[i]);
        picture.CopyTo(record[(FixedBytes + (8 * Reads))..]);
    }

    /// <summary>Writes for which values of a game of a vector the chain of pointers led nowhere.</summary>
    /// <param name="body">A body for a vector.</param>
    /// <param name="index">The place of the record.</param>
    /// <param name="missing">Bit R for read R.</param>
    public void WriteMissing(Span<byte> body, int index, ulong missing) =>
        BinaryPrimitives.WriteUInt64LittleEndian(body[^(8 * (Count - index))..], missing);

    /// <summary>Writes the record of an emulator that was not stepped: the HTTP status of its problem, and no frame.</summary>
    public void WriteProblem(Span<byte> body, int index, int status) => Write(body, index, (uint)status, frame: -1, [], []);

    /// <summary>Responds with the record of one emulator.</summary>
    public static void Respond(HttpResponse response, long frame, int reads, LastFrame observed, IReadOnlyList<BatchResult> results)
    {
        using var picture = observed.Picture(results);
        var layout = Of(count: 1, reads, observed.Form, picture?.Size);
        var body = layout.NewBody("[]"u8);
        layout.Write(body, index: 0, frame, observed, results, picture);
        BufferedResponse.WriteBytes(response, body, RawBody.ContentType);
    }

    /// <summary>Returns the layout for pictures in this form of a game with this size.</summary>
    public static StepLayout Of(int count, int reads, PictureForm? form, PictureSize? game) => form is null || game is null
        ? new StepLayout(count, reads, Size: default, Channels: 0)
        : new StepLayout(count, reads, form.SizeOf(game.Value), form.Channels);

    /// <summary>Reads the layout of a body, which another host wrote; returns null if the body is not in this form.</summary>
    public static StepLayout? Read(ReadOnlySpan<byte> body)
    {
        if (body.Length < HeaderBytes || NumberAt(body, 0) != Magic || NumberAt(body, 1) != Version)
            return null;
        var layout = new StepLayout((int)NumberAt(body, 2), (int)NumberAt(body, 3),
            new PictureSize((int)NumberAt(body, 4), (int)NumberAt(body, 5)), (int)NumberAt(body, 6));
        return body.Length == HeaderBytes + ((long)layout.Count * layout.RecordBytes) + NumberAt(body, 7) ? layout : null;
    }

    /// <summary>Returns the status in a record of a body with this layout.</summary>
    public uint StatusOf(byte[] body, int index) => BinaryPrimitives.ReadUInt32LittleEndian(RecordOf(body, index));

    /// <summary>Returns the problems in a body with this layout; null or with nulls if the JSON has them.</summary>
    /// <exception cref="JsonException">They are not a list of problems.</exception>
    public PlacedProblem?[]? ProblemsOf(ReadOnlySpan<byte> body) =>
        JsonSerializer.Deserialize(body[(HeaderBytes + (Count * RecordBytes))..], FrameJson.Context.PlacedProblemArray);

    /// <summary>Copies a record to a body of another layout, whose pictures have the same size, or to which this one adds none.</summary>
    public void CopyRecord(byte[] body, int index, StepLayout other, Span<byte> target, int targetIndex) =>
        RecordOf(body, index).CopyTo(other.RecordOf(target, targetIndex));

    private static uint NumberAt(ReadOnlySpan<byte> body, int index) => BinaryPrimitives.ReadUInt32LittleEndian(body[(4 * index)..]);

    private byte[] NewBody(ReadOnlySpan<byte> problems, int bytesAfter)
    {
        var body = new byte[HeaderBytes + (Count * RecordBytes) + problems.Length + bytesAfter];
        ReadOnlySpan<uint> header =
        [
            Magic, Version, (uint)Count, (uint)Reads, (uint)Size.Width, (uint)Size.Height, (uint)Channels, (uint)problems.Length,
        ];
        for (var i = 0; i < header.Length; i++)
            BinaryPrimitives.WriteUInt32LittleEndian(body.AsSpan(4 * i), header[i]);
        problems.CopyTo(body.AsSpan(HeaderBytes + Count * RecordBytes));
        return body;
    }

    private Span<byte> RecordOf(Span<byte> body, int index) => body.Slice(HeaderBytes + index * RecordBytes, RecordBytes);
}
