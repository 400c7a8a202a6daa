using System.Buffers.Binary;
using Bridge.Api.Features.States;
using Bridge.Api.Features.Video.Decoding;

namespace Bridge.Api.Tests.Features.Video;

/// <summary>A save state of a Game Boy, all zeros until a test writes to it.</summary>
internal sealed class GameBoySample
{
    public const int Dmg = 0x00, Super = 0x20, Pocket = 0x40, Color = 0x80;

    private readonly byte[] _state = new byte[StateTable.GameBoyBytes];

    public GameBoySample(int model = Dmg) => _state[0x08] = (byte)model;

    public GameBoyVideo Video => new(_state);

    /// <summary>Sets an I/O register by its address.</summary>
    public GameBoySample Register(int address, int value) => Bytes(0x300 + (address & 0x7F), (byte)value);

    /// <summary>Sets one of the 64 colors.</summary>
    public GameBoySample Hue(int number, int value)
    {
        BinaryPrimitives.WriteUInt16LittleEndian(_state.AsSpan(0xD4 + (2 * number)), (ushort)value);
        return this;
    }

    /// <summary>Writes to video memory by its address in the first bank, or the second one.</summary>
    public GameBoySample Vram(int address, int bank, params byte[] bytes) => Bytes(0x400 + (bank * 0x2000) + address - 0x8000, bytes);

    public GameBoySample Sprite(int number, params byte[] bytes) => Bytes(0x260 + (4 * number), bytes);

    private GameBoySample Bytes(int at, params byte[] bytes)
    {
        bytes.CopyTo(_state, at);
        return this;
    }
}
