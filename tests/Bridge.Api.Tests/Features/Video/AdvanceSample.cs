using System.Buffers.Binary;
using Bridge.Api.Features.Video.Decoding;

namespace Bridge.Api.Tests.Features.Video;

/// <summary>Video memory of a GBA, all zeros until a test writes to it.</summary>
internal sealed class AdvanceSample
{
    private readonly byte[] _registers = new byte[AdvanceVideo.RegisterBytes];
    private readonly byte[] _palette = new byte[AdvanceVideo.PaletteBytes];
    private readonly byte[] _vram = new byte[AdvanceVideo.VramBytes];
    private readonly byte[] _oam = new byte[AdvanceVideo.OamBytes];

    public AdvanceVideo Video => new(_registers, _palette, _vram, _oam);

    public AdvanceSample Register(int at, int value) => Halfword(_registers, at, value);

    public AdvanceSample Color(int number, int value) => Halfword(_palette, 2 * number, value);

    public AdvanceSample Map(int at, int value) => Halfword(_vram, at, value);

    public AdvanceSample Vram(int at, params byte[] bytes)
    {
        bytes.CopyTo(_vram, at);
        return this;
    }

    public AdvanceSample Sprite(int number, int first, int second, int third)
    {
        Halfword(_oam, 8 * number, first);
        Halfword(_oam, (8 * number) + 2, second);
        return Halfword(_oam, (8 * number) + 4, third);
    }

    private AdvanceSample Halfword(byte[] bytes, int at, int value)
    {
        BinaryPrimitives.WriteUInt16LittleEndian(bytes.AsSpan(at), (ushort)value);
        return this;
    }
}
