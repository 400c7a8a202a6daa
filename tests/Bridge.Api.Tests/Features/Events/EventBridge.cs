using System.Collections.Concurrent;
using System.Text;

namespace Bridge.Api.Tests.Features.Events;

/// <summary>A bridge whose fake emulator accepts subscriptions and watches, and sends the events that a test gives it.</summary>
public abstract class EventBridge(params (string Key, string Value)[] settings) : FakedBridge(settings)
{
    /// <summary>Gets the topics of the last subscription.</summary>
    protected string Topics { get; private set; } = "";

    /// <summary>Gets the connection over which the bridge last subscribed or set a watch; null before.</summary>
    protected FakeConnection? EventConnection { get; set; }

    /// <summary>Gets or sets a function that returns the reply to <c>watch.set</c>. Default: the value 5.</summary>
    protected Func<FakeRequest, (string[] Values, byte[] Payload)> Shows { get; set; } = _ => (["5"], []);

    /// <summary>Gets the watches that are set, by id: their arguments on the wire without the id.</summary>
    protected ConcurrentDictionary<int, string> Watches { get; } = new();

    public override async ValueTask InitializeAsync()
    {
        Fake.Answers = async request =>
        {
            switch (request.Command)
            {
                case "events.subscribe":
                    (Topics, EventConnection) = (request.Arguments[0], request.Connection);
                    await request.ReplyAsync();
                    return true;
                case "watch.set":
                    var id = int.Parse(request.Arguments[0], null);
                    (Watches[id], EventConnection) = (string.Join(' ', request.Arguments.Skip(1)), request.Connection);
                    var (values, payload) = Shows(request);
                    await request.ReplyAsync("ok", values, payload);
                    return true;
                case "watch.achievement":
                    (Watches[int.Parse(request.Arguments[0], null)], EventConnection) =
                        ($"{Encoding.ASCII.GetString(request.Payload)} {request.Arguments[1]}", request.Connection);
                    await request.ReplyAsync("0");
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
        // The game runs as soon as one connection is up, but the subscription needs the other.
        await Eventually.HoldsAsync(
            async () => (await Client.GetJsonAsync("/emulators/default")).GetProperty("connection").GetProperty("open").GetInt32() == 2,
            "both connections are up");
    }

    /// <summary>Sends an event over <see cref="EventConnection"/>.</summary>
    protected Task TellAsync(string word, params string[] arguments) => TellAsync(word, arguments, []);

    protected async Task TellAsync(string word, string[] arguments, byte[] payload)
    {
        await Eventually.HoldsAsync(() => EventConnection is not null, "the bridge has subscribed");
        await EventConnection!.ReplyAsync(0, word, arguments, payload);
    }

    protected async Task<int> SetWatchAsync(string json)
    {
        using var response = await Client.AskAsync("POST", "/emulators/default/watches", json);
        var text = await response.Content.ReadAsStringAsync();
        Assert.True((int)response.StatusCode == 201, text);
        return System.Text.Json.JsonDocument.Parse(text).RootElement.GetProperty("id").GetInt32();
    }
}
