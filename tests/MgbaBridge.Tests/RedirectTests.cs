using System.Net;
using static Bridge.Testing.WitnessServer;

namespace MgbaBridge.Tests;

/// <summary>The target of a redirect gets no request.</summary>
public sealed class RedirectTests
{
    public static TheoryData<int, string> Redirects =>
        new(from status in (int[])[301, 302, 303, 307, 308] from act in Acts.Keys select (status, act));

    private static Dictionary<string, Func<Emulator, Task>> Acts { get; } = new()
    {
        ["read"] = game => game.ReadAsync(0),
        ["press"] = game => game.PressAsync("A"),
        ["restore"] = game => game.RestoreAsync(new byte[8]),
        ["events"] = game => game.ConnectEventsAsync(),
    };

    [Theory]
    [MemberData(nameof(Redirects))]
    public async Task Redirects_are_not_followed(int status, string act)
    {
        using var target = new WitnessServer(Response(200, """{"value": 5}"""));
        using var bridge = new WitnessServer(Redirect(status, $"{target.Address}/emulators?token=x"));
        using var client = NewClient(bridge.Address);

        var problem = await Assert.ThrowsAsync<ProblemException>(() => Acts[act](client.Emulator()));

        Assert.Equal((status, "", false), (problem.Status, problem.Type, problem.SafeToRepeat));
        Assert.Equal($"The bridge answered {status} and points to {target.Address}; clients do not follow redirects. Use that address.",
            problem.Detail);
        Assert.Equal((1, 0), (bridge.Connections, target.Connections));
    }

    [Theory]
    [InlineData("/login")]
    [InlineData("//other/")]
    [InlineData("ftp://other/")]
    [InlineData("http://")]
    public async Task A_redirect_without_an_origin_names_none(string location)
    {
        using var bridge = new WitnessServer(Redirect(302, location));
        using var client = NewClient(bridge.Address);

        var problem = await Assert.ThrowsAsync<ProblemException>(() => client.Emulator().PressAsync("A"));

        Assert.Equal("The bridge answered 302; clients do not follow redirects. Check the address.", problem.Detail);
    }

    [Fact]
    public async Task A_stream_that_is_redirected_when_it_connects_again_ends()
    {
        using var told = new ToldHandler(
            ToldHandler.Success("", "text/event-stream"), new HttpResponseMessage(HttpStatusCode.RedirectKeepVerb));
        using var client = told.NewClient();
        await using var events = (await client.Emulator().ConnectEventsAsync()).GetAsyncEnumerator();

        var problem = await Assert.ThrowsAsync<ProblemException>(() => events.MoveNextAsync().AsTask().WaitAsync(Eventually.Patience));

        Assert.Equal(307, problem.Status);
    }

    private static BridgeClient NewClient(string address) => new(new BridgeClientOptions { Address = new Uri(address) });
}
