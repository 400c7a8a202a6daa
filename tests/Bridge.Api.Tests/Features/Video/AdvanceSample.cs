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

    /// <summary>
    /// Sets an I/O register by its offset. Those of the tests: 0 DISPCNT; 8, 0xA, 0xC, 0xE the BGCNT of backgrounds 0 to 3; 0x18, 0x1A the
    /// scroll of background 2; from 0x30 on the affine view of background 3 (A to D, X, Y).
    /// </summary>
    public AdvanceSample Register(int at, int value) => Halfword(_registers, at, value);

    public AdvanceSample Color(int number, int value) => Halfword(_palette, 2 * number, value);

    /// <summary>Sets an entry of a map by its offset in video memory.</summary>
    public AdvanceSample Map(int at, int value) => Halfword(_vram, at, value);

    public AdvanceSample Vram(int at, params byte[] bytes)
    {
        bytes.CopyTo(_vram, at);
        return this;
    }

    /// <summary>Sets the three attributes of a sprite.</summary>
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
