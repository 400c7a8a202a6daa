using Bridge.Testing.Zoo;

namespace Bridge.EndToEnd.Tests.Zoo.Making;

public sealed class ZooGamesTests
{
    [Fact]
    public void No_two_games_have_a_file_or_a_save_in_common()
    {
        var files = ZooGames.All.Values.SelectMany(game => game.Files.Select(file => file.Name).Append(game.SaveFileName)).ToArray();
        Assert.Equal(files.Length, files.Distinct(StringComparer.OrdinalIgnoreCase).Count());
    }

    [Fact]
    public void A_file_is_as_long_as_it_says_and_ends_with_zeros()
    {
        using var folder = new ZooFolder();
        foreach (var file in ZooGames.All.Values.SelectMany(game => game.Files))
            Assert.Equal((file.Name, file.Length), (file.Name, new FileInfo(folder.PathOf(file.Name)).Length));
        var content = File.ReadAllBytes(folder.PathOf("16 MiB.gba"));
        Assert.Equal(ButtonTest.Gba, content[..ButtonTest.Gba.Length]);
        Assert.False(content.AsSpan(ButtonTest.Gba.Length).ContainsAnyExcept((byte)0));
    }

    /// <summary>The standard check value of CRC-32 is the checksum of these nine digits.</summary>
    [Theory]
    [InlineData("123456789", 9, 0xCBF43926)]
    [InlineData("", 4, 0x2144DF1C)]
    public void A_checksum_covers_the_bytes_and_the_zeros_after_them(string text, long length, uint checksum) =>
        Assert.Equal(checksum, new ZooFile("", System.Text.Encoding.ASCII.GetBytes(text), length).Crc32());
}
