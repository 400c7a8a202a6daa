using System.Buffers.Binary;
using System.Globalization;
using System.IO.Compression;
using System.Text;
using Bridge.Api.Features.Movies.Model;

namespace Bridge.Api.Features.Movies.Formats;

/// <summary>Reads the inputs of VisualBoyAdvance's movies (.vbm).</summary>
internal static class VbmMovie
{
    private const int HeaderBytes = 64;

    // Places in the header. The numbers at SavePlace and InputPlace are places in the file.
    private const int Version = 4, Frames = 0xC, StartFlags = 0x14, ControllerFlags = 0x15, ConsoleFlags = 0x16, OptionFlags = 0x17,
        Title = 0x24, SavePlace = 0x38, InputPlace = 0x3C;

    private const int TitleBytes = 12;

    // Bits of StartFlags, ConsoleFlags and OptionFlags.
    private const int StartsFromState = 1, StartsFromSave = 2, IsAdvance = 1, HasBios = 1, SkipsBios = 2, HasRealTime = 4;

    // Bits of an input beside its buttons. Older versions of VisualBoyAdvance wrote another one for a reset.
    private const int OldReset = 0x0400, Reset = 0x0800, Motion = 0xF000;

    /// <summary>Returns whether bytes begin like such a movie.</summary>
    public static bool IsOne(ReadOnlySpan<byte> bytes) => bytes.StartsWith("VBM\u001A"u8);

    /// <summary>Reads a movie.</summary>
    /// <param name="bytes">The file.</param>
    /// <param name="game">The game that it is for.</param>
    /// <exception cref="MovieFormatException">It is damaged, starts from a state, or is for another console.</exception>
    public static Movie Read(ReadOnlySpan<byte> bytes, MovieGame game)
    {
        if (bytes.Length < HeaderBytes)
            throw Truncated("its header");
        if (NumberAt(bytes, Version) is not 1 and var version)
            throw new MovieFormatException($"The .vbm must have the version 1; got {version}.");
        var (start, options) = (bytes[StartFlags], bytes[OptionFlags]);
        // A bit for each of at most four.
        var controllers = bytes[ControllerFlags] & 0xF;
        var platform = (bytes[ConsoleFlags] & IsAdvance) != 0 ? "GBA" : "GB";
        if (platform != game.Platform)
            throw new MovieFormatException($"The .vbm is for the {platform}; this game is for the {game.Platform}.");
        if ((start & (StartsFromState | StartsFromSave)) == (StartsFromState | StartsFromSave))
            throw new MovieFormatException("The .vbm starts from a state and from save memory, which is invalid.");
        if ((start & StartsFromState) != 0)
            throw new MovieFormatException("The .vbm starts from a state of VisualBoyAdvance, which mGBA can't load.");
        if ((controllers & 1) == 0)
            throw new MovieFormatException("The .vbm has no input of the first controller.");
        var (inputs, hasMotion) = ReadInputs(bytes, int.PopCount(controllers));
        List<string> notes =
        [
            "The movie was made with VisualBoyAdvance, another emulator than mGBA: only inputs are the same.",
            .. NotesOf(bytes, game, options),
            .. controllers != 1 ? ["The bridge ignores the other controllers."] : Array.Empty<string>(),
            .. hasMotion ? ["The bridge ignores the motion sensor."] : Array.Empty<string>(),
        ];
        return new Movie(
            game.NewHeader(MovieHeader.FromVbm, inputs.Length, clock: default, notes),
            (start & StartsFromSave) == 0 ? MovieStart.PowerOn : new MovieStart(IsState: false, ReadSave(bytes)),
            InputFrame.ToLines(inputs));
    }

    private static List<string> NotesOf(ReadOnlySpan<byte> bytes, MovieGame game, byte options)
    {
        List<string> notes = [];
        var title = Encoding.ASCII.GetString(bytes.Slice(Title, TitleBytes)).TrimEnd('\0', ' ');
        if (title != game.Title)
            notes.Add(Notes.Shorten($"The movie names the game \"{title}\"; this one is \"{game.Title}\"."));
        if ((options & HasBios) != 0 && (options & SkipsBios) == 0)
            notes.Add("The movie was made with a BIOS, whose boot takes frames; the bridge has none.");
        if ((options & HasRealTime) != 0)
            notes.Add("The movie was made with the real time in the cartridge's clock.");
        return notes;
    }

    // Each frame has two bytes for each controller, of which the first one's are used.
    private static (InputFrame[] Inputs, bool HasMotion) ReadInputs(ReadOnlySpan<byte> bytes, int controllers)
    {
        var (count, offset) = (NumberAt(bytes, Frames), NumberAt(bytes, InputPlace));
        if (count > MovieLimits.Frames)
            throw new MovieFormatException($"A movie must have at most {MovieLimits.Frames} frames; the .vbm has {count}.");
        if (offset > bytes.Length || count * 2L * controllers > bytes.Length - offset)
            throw Truncated(string.Create(CultureInfo.InvariantCulture, $"the input of {count} frames"));
        var inputs = new InputFrame[count];
        var hasMotion = false;
        var rest = bytes[(int)offset..];
        for (var i = 0; i < inputs.Length; i++)
        {
            var input = BinaryPrimitives.ReadUInt16LittleEndian(rest[(2 * controllers * i)..]);
            hasMotion |= (input & Motion) != 0;
            inputs[i] = new InputFrame(input & MovieLimits.AllButtons, (input & (OldReset | Reset)) != 0);
        }

        return (inputs, hasMotion);
    }

    // VisualBoyAdvance compresses it with gzip; other programs don't.
    private static byte[] ReadSave(ReadOnlySpan<byte> bytes)
    {
        var (from, to) = (NumberAt(bytes, SavePlace), NumberAt(bytes, InputPlace));
        if (from < HeaderBytes || to <= from || to > bytes.Length)
            throw Truncated("its save memory");
        var save = bytes[(int)from..(int)to];
        if (!save.StartsWith<byte>([0x1F, 0x8B]))
            return save.Length <= MovieLimits.SaveBytes ? save.ToArray() : throw TooLong();
        try
        {
            using var unpacked = new GZipStream(new MemoryStream(save.ToArray()), CompressionMode.Decompress);
            var buffer = new byte[MovieLimits.SaveBytes + 1];
            var count = unpacked.ReadAtLeast(buffer, buffer.Length, throwOnEndOfStream: false);
            return count <= MovieLimits.SaveBytes ? buffer[..count] : throw TooLong();
        }
        catch (InvalidDataException exception)
        {
            throw new MovieFormatException("The .vbm's save memory can't be unpacked.", exception);
        }
    }

    private static MovieFormatException TooLong() =>
        new($"Save memory must have at most {MovieLimits.SaveBytes} bytes; the .vbm has more.");

    private static MovieFormatException Truncated(string part) => new($"The .vbm ends before the end of {part}.");

    private static uint NumberAt(ReadOnlySpan<byte> bytes, int offset) => BinaryPrimitives.ReadUInt32LittleEndian(bytes[offset..]);
}
