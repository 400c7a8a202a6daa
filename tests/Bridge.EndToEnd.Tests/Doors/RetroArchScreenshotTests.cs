namespace Bridge.EndToEnd.Tests.Doors;

/// <summary>RetroArch's command SCREENSHOT, with a folder for the pictures.</summary>
[Trait("Needs", "host")]
public sealed class RetroArchScreenshotTests(GameWithScreenshots game) : IClassFixture<GameWithScreenshots>, IDisposable
{
    private const string Name = "^buttontest-[0-9]{6}-[0-9]{6}(-[0-9]+)?\\.png$";

    private string[] Files => [.. game.Screenshots.GetFileSystemInfos().Select(file => file.Name)];

    public void Dispose()
    {
        foreach (var file in game.Screenshots.GetFiles())
            file.Delete();
    }

    [Fact]
    public async Task The_games_own_picture_is_stored_and_the_player_is_told()
    {
        await using var door = await RetroArchTests.OpenAsync(game);
        using var events = await LiveEvents.OpenAsync(game.Client, "?topics=message");
        Assert.Empty(await door.Client.RunAsync("PAUSE_TOGGLE", "SHOW_MSG not in the picture", "SCREENSHOT"));
        var file = Assert.Single(Files);
        Assert.Matches(Name, file);
        var stored = new PngPicture(await File.ReadAllBytesAsync(Path.Combine(game.Screenshots.FullName, file)));
        var shown = new PngPicture(await game.Client.GetByteArrayAsync("/emulators/default/screen?messages=false"));
        Assert.Equal((shown.Width, shown.Height), (stored.Width, stored.Height));
        Assert.All(Enumerable.Range(0, shown.Width * shown.Height),
            at => Assert.Equal(shown[at % shown.Width, at / shown.Width], stored[at % shown.Width, at / shown.Width]));
        await events.UntilAsync(live => live.Json.GetProperty("text").GetString() == $"Screenshot saved: {file}");
        Assert.Empty(await door.Client.RunAsync("PAUSE_TOGGLE"));
    }

    [Fact]
    public async Task Each_picture_has_a_file_of_its_own()
    {
        await using var door = await RetroArchTests.OpenAsync(game);
        Assert.Empty(await door.Client.RunAsync("SCREENSHOT\nSCREENSHOT", "SCREENSHOT", "SCREENSHOT now", "SCREENSHOT\0"));
        Assert.Equal(4, Files.Length);
        Assert.All(Files, file => Assert.Matches(Name, file));
    }

    [Fact]
    public async Task With_access_to_read_nothing_is_stored()
    {
        await using var door = await RetroArchTests.OpenAsync(game, "read");
        Assert.Empty(await door.Client.RunAsync("SCREENSHOT"));
        Assert.Empty(Files);
    }

    [Fact]
    public async Task Without_its_folder_the_player_is_told_and_the_door_stays_open()
    {
        await using var door = await RetroArchTests.OpenAsync(game);
        using var events = await LiveEvents.OpenAsync(game.Client, "?topics=message");
        game.Screenshots.Delete();
        try
        {
            Assert.Empty(await door.Client.RunAsync("SCREENSHOT"));
            Assert.Equal("Failed to take screenshot.", (await events.ReadAsync())!.Json.GetProperty("text").GetString());
        }
        finally
        {
            game.Screenshots.Create();
        }

        Assert.Empty(await door.Client.RunAsync("SCREENSHOT"));
        Assert.Single(Files);
    }
}

/// <summary>A running game whose bridge has a folder for pictures of RetroArch's clients.</summary>
public sealed class GameWithScreenshots : RunningGame
{
    /// <summary>Gets the folder.</summary>
    public DirectoryInfo Screenshots { get; } = Directory.CreateTempSubdirectory("bridge-screenshots-");

    protected override (string Name, string Value)[] Settings => [("Bridge:Doors:RetroArch:Screenshots", Screenshots.FullName)];

    public override async ValueTask DisposeAsync()
    {
        await base.DisposeAsync();
        Screenshots.Delete(recursive: true);
    }
}
