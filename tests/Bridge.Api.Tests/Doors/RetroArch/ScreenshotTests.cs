using Bridge.Doors.RetroArch.Pictures;

namespace Bridge.Api.Tests.Doors.RetroArch;

/// <summary>The files of pictures that RetroArch's clients take.</summary>
public sealed class ScreenshotTests : IDisposable
{
    private static readonly DateTimeOffset Now = new(2031, 2, 3, 4, 5, 6, TimeSpan.FromHours(9));

    private readonly DirectoryInfo _path = Directory.CreateTempSubdirectory("bridge-screenshots-");

    private ScreenshotFolder Folder => new(_path.FullName);

    private string[] Files => [.. _path.GetFileSystemInfos().Select(file => file.Name).Order(StringComparer.Ordinal)];

    public void Dispose() => _path.Delete(recursive: true);

    [Theory]
    [InlineData("My Game (USA)", "My Game (USA)")]
    [InlineData("../../etc/passwd", "_._.._etc_passwd")]
    [InlineData("..", "_.")]
    [InlineData("a\\b:c*d?e\"f<g>h|i\n\0j", "a_b_c_d_e_f_g_h_i__j")]
    [InlineData("", "mGBA")]
    [InlineData("  ", "mGBA")]
    [InlineData("\u30bc\u30eb\u30c0", "\u30bc\u30eb\u30c0")]
    public void A_name_is_that_of_the_game_and_the_time(string game, string name) =>
        Assert.Equal($"{name}-310203-040506", ScreenshotName.Of(game, Now));

    [Fact]
    public void A_long_name_is_cut_between_characters()
    {
        Assert.Equal($"{new string('a', 64)}-310203-040506", ScreenshotName.Of(new string('a', 65), Now));
        Assert.Equal($"{new string('a', 63)}-310203-040506", ScreenshotName.Of($"{new string('a', 63)}\U0001F3AE", Now));
    }

    [Fact]
    public async Task No_file_is_replaced_and_there_are_at_most_99_of_a_name()
    {
        await File.WriteAllTextAsync(Path.Combine(_path.FullName, "game.png"), "other", TestContext.Current.CancellationToken);
        for (var number = 2; number <= ScreenshotFolder.MaxNumber; number++)
            Assert.Equal($"game-{number}.png", await StoreAsync((byte)number));
        await Assert.ThrowsAsync<IOException>(() => StoreAsync(0));
        Assert.Equal(ScreenshotFolder.MaxNumber, Files.Length);
        Assert.Equal("other", await File.ReadAllTextAsync(Path.Combine(_path.FullName, "game.png"), TestContext.Current.CancellationToken));
        Assert.Equal([7], await File.ReadAllBytesAsync(Path.Combine(_path.FullName, "game-7.png"), TestContext.Current.CancellationToken));
    }

    [Fact]
    public async Task A_link_is_not_followed()
    {
        if (OperatingSystem.IsWindows())
            Assert.Skip("Links need a privilege there.");
        var outside = Path.Combine(_path.FullName, "outside");
        File.CreateSymbolicLink(Path.Combine(_path.FullName, "game.png"), outside);
        Assert.Equal("game-2.png", await StoreAsync(1));
        Assert.False(File.Exists(outside));
    }

    [Fact]
    public async Task Doors_that_store_at_the_same_time_have_files_of_their_own()
    {
        var names = await Task.WhenAll(Enumerable.Range(0, 50).Select(i => Task.Run(() => StoreAsync((byte)i))));
        Assert.Equal(50, names.Distinct().Count());
        Assert.Equal(names.Order(StringComparer.Ordinal), Files);
        Assert.Equal(50, Files.Select(file => File.ReadAllBytes(Path.Combine(_path.FullName, file))[0]).Distinct().Count());
    }

    [Fact]
    public async Task A_cancelled_picture_leaves_nothing()
    {
        await Assert.ThrowsAnyAsync<OperationCanceledException>(
            () => Folder.StoreAsync("game", new byte[] { 1 }, new CancellationToken(canceled: true)));
        Assert.Empty(Files);
    }

    private Task<string> StoreAsync(byte content) =>
        Folder.StoreAsync("game", new byte[] { content }, TestContext.Current.CancellationToken);
}
