using System.Collections.Concurrent;

namespace Bridge.Api.Tests.Events;

/// <summary>A bridge whose emulator takes subscriptions and watches, and tells what the test has it tell.</summary>
public abstract class TellingEmulator(params (string Key, string Value)[] settings) : FakedBridge(settings)
{
    /// <summary>What the script was told to tell last.</summary>
    protected string Topics { get; private set; } = "";

    /// <summary>The connection that events were asked for over.</summary>
    protected FakeConnection? Line { get; set; }

    /// <summary>What watches show when they are set; anything else is 5.</summary>
    protected Func<FakeRequest, (string[] Values, byte[] Payload)> Shows { get; set; } = _ => (["5"], []);

    /// <summary>The watches that are set, as they came over the wire without their ids, by id.</summary>
    protected ConcurrentDictionary<int, string> Watches { get; } = new();

    public override async ValueTask InitializeAsync()
    {
        Fake.Answers = async request =>
        {
            switch (request.Command)
            {
                case "events.subscribe":
                    (Topics, Line) = (request.Arguments[0], request.Connection);
                    await request.ReplyAsync();
                    return true;
                case "watch.set":
                    var id = int.Parse(request.Arguments[0], null);
                    (Watches[id], Line) = (string.Join(' ', request.Arguments.Skip(1)), request.Connection);
                    var (values, payload) = Shows(request);
                    await request.ReplyAsync("ok", values, payload);
                    return true;
                case "watch.clear":
                    Watches.TryRemove(int.Parse(request.Arguments[0], null), out _);
                    await request.ReplyAsync();
                    return true;
                default:
                    return false;
            }
        };
        await base.InitializeAsync();
        // It runs as soon as one connection is up, and subscribes over the other.
        await Eventually.HoldsAsync(
            async () => (await Client.GetJsonAsync("/emulators/default")).GetProperty("connection").GetProperty("open").GetInt32() == 2,
            "both connections are up");
    }

    /// <summary>Tells something over the connection that events were asked for over.</summary>
    protected Task TellAsync(string word, params string[] arguments) => TellAsync(word, arguments, []);

    protected async Task TellAsync(string word, string[] arguments, byte[] payload)
    {
        await Eventually.HoldsAsync(() => Line is not null, "the bridge has subscribed");
        await Line!.ReplyAsync(0, word, arguments, payload);
    }

    protected async Task<int> SetWatchAsync(string json)
    {
        using var response = await Client.AskAsync("POST", "/emulators/default/watches", json);
        var text = await response.Content.ReadAsStringAsync();
        Assert.True((int)response.StatusCode == 201, text);
        return System.Text.Json.JsonDocument.Parse(text).RootElement.GetProperty("id").GetInt32();
    }
}
