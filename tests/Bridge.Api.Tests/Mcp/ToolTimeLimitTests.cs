using System.Net;
using Bridge.Api.Mcp;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Mvc.Testing;
using Microsoft.AspNetCore.TestHost;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging.Abstractions;

namespace Bridge.Api.Tests.Mcp;

/// <summary>The time limit of a tool call, with the clock of the tools in the test's hands.</summary>
public sealed class ToolTimeLimitTests : IAsyncLifetime
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(45);

    private readonly FakeTime _time = new();
    private readonly FakeEmulator _fake = new();
    private readonly WebApplicationFactory<Program> _bridge;

    public ToolTimeLimitTests()
    {
        _bridge = new WebApplicationFactory<Program>().WithWebHostBuilder(host => host
            .UseSetting("Bridge:Emulators:default:Port", $"{_fake.Port}")
            .ConfigureTestServices(services => services.AddSingleton(new ToolParts(_time, NullLogger<ToolParts>.Instance))));
        _bridge.UseKestrel(kestrel => kestrel.Listen(IPAddress.Loopback, 0));
        _bridge.StartServer();
    }

    public async ValueTask InitializeAsync()
    {
        using var client = _bridge.CreateClient();
        await Eventually.HoldsAsync(
            async () => (await client.GetJsonAsync("/emulators/default")).GetProperty("state").GetString() == "running", "the game runs");
    }

    [Theory]
    [InlineData("game_act", """{"press": ["A"]}""", "act",
        "timed-out: game_act took longer than 45 s and was cancelled. It may have been done. Call game_look before you repeat it.")]
    [InlineData("game_wait", """{"frames": 3600, "look": false}""", "frames.wait",
        "timed-out: game_wait took longer than 45 s and was cancelled. Nothing was done. Call it again to wait longer.")]
    public async Task A_call_is_cancelled_after_45_seconds(string tool, string arguments, string command, string sentence)
    {
        using var client = _bridge.CreateClient();
        var calling = client.CallToolAsync(tool, arguments);
        var request = await _fake.NextRequestAsync(command);
        _time.Advance(Limit - TimeSpan.FromMilliseconds(1));
        Assert.False(calling.IsCompleted);
        _time.Advance(TimeSpan.FromMilliseconds(1));
        var answer = await calling;
        Assert.True(answer.IsError);
        Assert.Equal(sentence, Assert.Single(answer.Texts));
        var cancel = await _fake.NextRequestAsync("cancel");
        Assert.Equal([$"{request.Id}"], cancel.Arguments);
    }

    public async ValueTask DisposeAsync()
    {
        await _bridge.DisposeAsync();
        await _fake.DisposeAsync();
    }
}
