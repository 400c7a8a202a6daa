using System.Buffers.Binary;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Memory;
using Bridge.Api.Features.Screen;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;

namespace Bridge.Api.Features.Frames;

/// <summary>What a step or a turn observes in its last frame: places in memory, and the picture after them.</summary>
internal sealed class LastFrame
{
    private readonly List<MemoryPlace> _places = [];
    // Whether places were requested, even none of them: an empty list gets an empty list.
    private readonly bool _isRead;
    // Whether the emulator replies with pixels instead of a PNG, and whether it has resized them.
    private readonly bool _asPixels;
    private readonly bool _isResized;

    /// <summary>Adds the operations to <paramref name="batch"/>.</summary>
    /// <param name="batch">The batch.</param>
    /// <param name="client">The emulator.</param>
    /// <param name="read">The places; null: none.</param>
    /// <param name="form">The form of the picture; null: there is none.</param>
    /// <param name="symbols">The symbols of the game.</param>
    /// <exception cref="Errors.RequestException">A place is invalid; the exception names it.</exception>
    public LastFrame(
        EmulatorBatch batch, EmulatorClient client, IReadOnlyList<PlaceToRead?>? read, PictureForm? form, SymbolsNow symbols)
    {
        (_isRead, Form) = (read is not null, form);
        if (read is not null)
            BodyList.Read(read, "read", place => _places.Add(MemoryPlace.Add(batch, place, symbols)));
        if (form is null)
            return;
        _asPixels = client.HasPixels();
        _isResized = client.Resizes(form);
        if (_isResized)
            batch.TakePixels(form.Fixed!.Value.Width, form.Fixed.Value.Height, form.IsGray);
        else if (_asPixels)
            batch.TakePixels();
        else
            batch.TakePicture();
    }

    /// <summary>Gets whether it takes little time to read: no picture has to be decoded, encoded or resized.</summary>
    public bool IsQuick => Form is null || (_isResized && Form.IsRaw);

    /// <summary>Gets the form of the picture; null: there is none.</summary>
    public PictureForm? Form { get; }

    /// <summary>Awaits the reply to the batch, and replaces the script's names in its error by the client's.</summary>
    public Task<T> TranslateErrorsAsync<T>(Task<T> reply) =>
        BatchErrors.TranslateAsync(reply, index => index < _places.Count ? $"read[{index}]" : "screen");

    /// <summary>Returns the values; null if none were requested.</summary>
    public PlaceRead[]? Values(IReadOnlyList<BatchResult> results) =>
        _isRead ? [.. _places.Zip(results, (place, result) => place.Describe(result))] : null;

    /// <summary>Returns the picture, OWNED BY THE CALLER; null if none was requested.</summary>
    public TakenPicture? Picture(IReadOnlyList<BatchResult> results) => Form is null ? null
        : _isResized ? TakenPicture.OfResized(results[^1], Form)
        : TakenPicture.Of(results[^1], _asPixels);

    /// <summary>Returns the picture as JSON has it; null if none was requested.</summary>
    public ScreenTaken? Screen(IReadOnlyList<BatchResult> results)
    {
        using var picture = Picture(results);
        return picture?.Describe(Form!);
    }

    /// <summary>Writes the values as a binary response has them.</summary>
    public void WriteValues(Span<byte> to, IReadOnlyList<BatchResult> results)
    {
        for (var i = 0; i < _places.Count; i++)
            BinaryPrimitives.WriteInt64LittleEndian(to[(8 * i)..], _places[i].Value(results[i]) ?? 0);
    }
}
