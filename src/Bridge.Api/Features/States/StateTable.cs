using System.Buffers.Binary;
using Bridge.Api.Features.Screen;
using Bridge.SocketPool;

namespace Bridge.Api.Features.States;

/// <summary>The parts of a raw state: the machine, a table of attachments, the attachments.</summary>
internal static class StateTable
{
    /// <summary>The bytes of a machine (lua/bridge/states/save_state.lua).</summary>
    public const int GbaBytes = 0x61000, GameBoyBytes = 0x11800;

    /// <summary>The bytes of an entry in the table: tag, size and offset.</summary>
    public const int EntryBytes = 16;

    /// <summary>The tags of the picture and of the save memory.</summary>
    public const int PictureTag = 1, SaveTag = 2;

    /// <summary>Returns the bytes of a state's machine. The console is the upper byte of the version.</summary>
    public static int MachineBytes(ReadOnlySpan<byte> state) => state is [_, _, _, 1, ..] ? GbaBytes : GameBoyBytes;

    /// <summary>Refuses a state from an emulator whose table or attachments are cut off.</summary>
    /// <exception cref="EmulatorException">It is cut off: <see cref="EmulatorFailure.ProtocolError"/>.</exception>
    public static void Check(ReadOnlySpan<byte> state)
    {
        try
        {
            for (var entry = state[MachineBytes(state)..]; BinaryPrimitives.ReadInt32LittleEndian(entry) != 0; entry = entry[EntryBytes..])
                _ = ItemAt(state, entry);
        }
        catch (ArgumentOutOfRangeException exception)
        {
            throw new EmulatorException(EmulatorFailure.ProtocolError, "The script sent a state that is cut off.", exception);
        }
    }

    /// <summary>Returns the picture of a state that an emulator has saved as a PNG; null if it has none.</summary>
    public static ReadOnlyMemory<byte>? PictureOf(ReadOnlySpan<byte> state)
    {
        var pixels = ItemOf(state, PictureTag);
        // A bare null would be empty memory: C# converts it as an array.
        return pixels.IsEmpty ? (ReadOnlyMemory<byte>?)null : WritePicture(pixels);
    }

    /// <summary>Returns an attachment of a state that an emulator has saved; empty if it has none.</summary>
    public static ReadOnlySpan<byte> ItemOf(ReadOnlySpan<byte> state, int tag)
    {
        for (var entry = state[MachineBytes(state)..]; BinaryPrimitives.ReadInt32LittleEndian(entry) is not 0 and var found;
            entry = entry[EntryBytes..])
        {
            if (found == tag)
                return ItemAt(state, entry);
        }

        return [];
    }

    /// <summary>Returns the attachment of an entry of the table.</summary>
    public static ReadOnlySpan<byte> ItemAt(ReadOnlySpan<byte> state, ReadOnlySpan<byte> entry)
    {
        var (size, offset) = (BinaryPrimitives.ReadInt32LittleEndian(entry[4..]), BinaryPrimitives.ReadInt64LittleEndian(entry[8..]));
        return state.Slice((int)long.Clamp(offset, -1, int.MaxValue), size);
    }

    /// <summary>Writes the pixels of a raw state, four bytes each, as a PNG.</summary>
    /// <exception cref="EmulatorException">No console has a picture of this size: <see cref="EmulatorFailure.ProtocolError"/>.</exception>
    public static ReadOnlyMemory<byte> WritePicture(ReadOnlySpan<byte> pixels)
    {
        // A state doesn't have the picture's size. The consoles' are a GBA's, a Game Boy's and a Super Game Boy's with its border.
        var (width, height) = pixels.Length switch
        {
            4 * 240 * 160 => (240, 160),
            4 * 160 * 144 => (160, 144),
            4 * 256 * 224 => (256, 224),
            _ => throw new EmulatorException(
                EmulatorFailure.ProtocolError, $"The script sent a state with a picture of {pixels.Length} bytes."),
        };
        using var picture = Picture.FromPixels(pixels, width, height, frame: 0);
        return PngWriter.Write(picture, scale: 1);
    }
}
