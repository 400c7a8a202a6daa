using static MgbaBridge.Tests.ToldHandler;

namespace MgbaBridge.Tests;

/// <summary>The requests about named states, and what their responses become.</summary>
public sealed class StateTests
{
    [Fact]
    public async Task The_picture_of_a_state_is_a_PNG()
    {
        using var told = new ToldHandler(Success("picture", "image/png"));
        using var client = told.NewClient();

        Assert.Equal("picture"u8.ToArray(), await client.Emulator().GetStatePictureAsync("boss 1"));

        Assert.Equal(["GET /emulators/default/states/boss%201/picture"], told.Paths);
    }
}
