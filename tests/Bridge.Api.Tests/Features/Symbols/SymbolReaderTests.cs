using Bridge.Api.Features.Symbols;
using Bridge.SocketPool.Model;

namespace Bridge.Api.Tests.Features.Symbols;

public sealed class SymbolReaderTests
{
    private static readonly EmulatorFacts Advance = new(3, "", "", "", "GBA", "", "", "", 0, []) { Model = "AGB" };

    [Fact]
    public void Emulators_with_equal_files_share_their_symbols()
    {
        var reader = new SymbolReader();
        var file = "C000 wName\n"u8.ToArray();
        var one = reader.Read(file, Advance);
        Assert.Same(one, reader.Read(file, Advance with { Crc32 = "other" }));
        Assert.NotSame(one, reader.Read(file, Advance with { Platform = "GB", Model = "DMG" }));
        Assert.NotSame(one, reader.Read("C000 wOther\n"u8.ToArray(), Advance));
    }
}
