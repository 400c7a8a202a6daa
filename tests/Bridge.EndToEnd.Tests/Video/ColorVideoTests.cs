using Bridge.Testing.Zoo;

namespace Bridge.EndToEnd.Tests.Video;

/// <summary>Random video memory of a Game Boy Color: what the bridge decodes is what mGBA draws.</summary>
public sealed class ColorVideoTests(RunningColor game) : IClassFixture<RunningColor>
{
    // The registers with the index of a palette's byte; the next one takes the byte.
    private const int BackgroundPalettes = 0xFF68, SpritePalettes = 0xFF6A;

    // Of the LCD control: 0x80 on, 0x10 tiles at 0x8000, 0x08 the second map, 0x01 the priority of the background over sprites.
    [Theory]
    [InlineData(0x91, 0, 0)]
    [InlineData(0x80, 99, 201)]
    [InlineData(0x98, 7, 7)]
    public async Task The_background_is_the_picture(int control, int x, int y)
    {
        await using var hold = await game.Game.HoldAsync(TimeSpan.FromMinutes(2));
        var random = new Random(5);
        var (vram, colors) = (new byte[0x4000], new byte[64]);
        random.NextBytes(vram);
        await game.Game.WriteBytesAsync(0, vram, "vram");
        foreach (var register in new[] { BackgroundPalettes, SpritePalettes })
        {
            random.NextBytes(colors);
            // Index 0; bit 7 adds 1 to it with each byte.
            await game.Game.Write8Async(register, 0x80);
            foreach (var value in colors)
                await game.Game.Write8Async(register + 1, value);
        }

        foreach (var (register, value) in new[] { (0xFF40, control), (0xFF43, x), (0xFF42, y) })
            await game.Game.Write8Async(register, value);
        await hold.StepAsync(3);

        var map = await game.Game.GetTileMapAsync();
        var picture = new PngPicture(await game.Game.GetTileMapPictureAsync());
        var palettes = await game.Game.GetPalettesAsync();
        Assert.Equal((8, 8, x, y), (palettes.Background.Count, palettes.Sprites.Count, map.ScrollX, map.ScrollY));
        // The last color of the last sprite palette, the one that was written last.
        var last = colors[62] | (colors[63] << 8);
        Assert.Equal((last & 0x1F, (last >> 5) & 0x1F, (last >> 10) & 0x1F), FiveBits(palettes.Sprites[7][3]));
        (await game.ScreenAsync()).AreThose((column, line) => picture[(column + x) % 256, (line + y) % 256]);
    }

    // Returns the upper five bits of each part of a color, which the console has.
    private static (int Red, int Green, int Blue) FiveBits(string color)
    {
        var number = Pixels.Number(color);
        return (number >> 19, (number >> 11) & 0x1F, (number >> 3) & 0x1F);
    }
}

/// <summary>The bundled Game Boy ROM on a Game Boy Color.</summary>
public sealed class RunningColor : RunningGame
{
    private readonly DirectoryInfo _folder;

    public RunningColor()
        : this(Directory.CreateTempSubdirectory("bridge-color-"))
    {
    }

    private RunningColor(DirectoryInfo folder)
        : base(Path.Combine(folder.FullName, "color.gbc"), 0xC000) => _folder = folder;

    public override async ValueTask InitializeAsync()
    {
        await File.WriteAllBytesAsync(Path.Combine(_folder.FullName, "color.gbc"),
            Testing.Zoo.Headers.GameBoyHeader.Change(ButtonTest.GameBoy, (Testing.Zoo.Headers.GameBoyHeader.Color, 0x80)));
        await base.InitializeAsync();
    }

    public override async ValueTask DisposeAsync()
    {
        await base.DisposeAsync();
        _folder.Delete(recursive: true);
    }
}
