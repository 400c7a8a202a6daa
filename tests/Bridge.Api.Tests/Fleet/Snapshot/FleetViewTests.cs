using System.Text;
using System.Text.Json;
using Bridge.Api.Fleet.Etcd;
using Bridge.Api.Fleet.Snapshot;

namespace Bridge.Api.Tests.Fleet.Snapshot;

/// <summary>
/// What the snapshot has after changes of etcd's keys. A step is a wait in minutes, or changes joined by <c>&amp;</c>: <c>+KEY</c> puts a
/// key, <c>-KEY</c> deletes one, and <c>!KEY</c> puts a value that another program wrote.
/// </summary>
public sealed class FleetViewTests
{
    private static readonly FleetKeys Keys = new("test");

    private readonly FakeTime _time = new();
    private FleetView _view = FleetView.Empty;
    private long _revision;

    [Theory]
    [InlineData("+hosts/h1 +hosts/h2", "h1 h2", "", "")]
    [InlineData("+hosts/h1 -hosts/h1", "", "", "h1")]
    [InlineData("+hosts/h1 -hosts/h1 +hosts/h1", "h1", "", "")]
    [InlineData("-hosts/h1", "", "", "")]
    [InlineData("+hosts/h1 -hosts/h1 9", "", "", "h1")]
    [InlineData("+hosts/h1 -hosts/h1 11", "", "", "")]
    [InlineData("+hosts/h1 +names/red@h1", "h1", "red", "")]
    [InlineData("+hosts/h1 +names/red@h1 -names/red", "h1", "", "")]
    [InlineData("+hosts/h1 +names/red@h1 -names/red&-hosts/h1", "", "", "h1 red")]
    [InlineData("+hosts/h1 +names/red@h1 -hosts/h1&-names/red", "", "", "h1 red")]
    [InlineData("+hosts/h1 +names/red@h1 -hosts/h1", "", "red", "h1")]
    [InlineData("+hosts/h1 +names/red@h1 -hosts/h1&-names/red 11", "", "", "")]
    [InlineData("+hosts/h1 +hosts/h2 +names/red@h1 -hosts/h1&-names/red +names/red@h2", "h2", "red", "h1")]
    [InlineData("+hosts/h1 +names/red@h1 -hosts/h1&-names/red +hosts/h1", "h1", "", "red")]
    [InlineData("+hosts/h1 !hosts/h1", "", "", "")]
    [InlineData("+hosts/h1 !names/red", "h1", "", "")]
    [InlineData("+creations/a +other", "", "", "")]
    public void Changes_make_the_snapshot(string steps, string hosts, string names, string lost)
    {
        foreach (var step in steps.Split(' '))
            Take(step);

        var snapshot = _view.Snapshot;
        Assert.Equal(hosts, string.Join(' ', snapshot.Hosts.Keys.Order()));
        Assert.Equal(names, string.Join(' ', snapshot.Aliases.Keys.Order()));
        Assert.Equal(lost, string.Join(' ', snapshot.Lost.Keys.Concat(snapshot.LostAliases.Keys).Order()));
    }

    [Theory]
    [InlineData("hosts/h1 hosts/h2 names/red@h1", "hosts/h1 hosts/h2 names/red@h1", "h1 h2", "red", "")]
    [InlineData("hosts/h1 hosts/h2", "hosts/h2", "h2", "", "h1")]
    [InlineData("hosts/h1 names/red@h1", "", "", "", "h1 red")]
    [InlineData("hosts/h1 names/red@h1", "hosts/h1", "h1", "", "")]
    [InlineData("", "hosts/h1 names/red@h1", "h1", "red", "")]
    public void A_list_replaces_the_snapshot(string before, string after, string hosts, string names, string lost)
    {
        _view = _view.Replace(Keys, ++_revision, List(before), _time.GetUtcNow());
        _view = _view.Replace(Keys, ++_revision, List(after), _time.GetUtcNow());

        Assert.Equal(hosts, string.Join(' ', _view.Snapshot.Hosts.Keys.Order()));
        Assert.Equal(names, string.Join(' ', _view.Snapshot.Aliases.Keys.Order()));
        Assert.Equal(lost, string.Join(' ', _view.Snapshot.Lost.Keys.Concat(_view.Snapshot.LostAliases.Keys).Order()));
        Assert.Equal(_revision, _view.Revision);
    }

    [Fact]
    public void A_member_stays_when_its_host_is_lost()
    {
        Take("+members/h1");
        Take("+hosts/h1");
        Take("-hosts/h1");
        Assert.Equal(new FleetMember("h1", "http://h1", Seen: 7) { Created = 1 }, _view.Snapshot.Members["h1"]);

        Take("!members/h1");
        Assert.Empty(_view.Snapshot.Members);
        Take("+members/h1");
        Take("-members/h1");
        Assert.Empty(_view.Snapshot.Members);
    }

    [Fact]
    public void A_check_finds_a_key_that_is_missing_older_or_too_much()
    {
        Take("+hosts/h1");
        Take("+names/red@h1");
        EtcdKeyValue[] same = [Key("hosts/h1", 1), Key("names/red@h1", 2)];

        Assert.True(_view.Agrees(Keys, same));
        Assert.False(_view.Agrees(Keys, same[..1]));
        Assert.False(_view.Agrees(Keys, [same[0], Key("names/red@h1", 3)]));
        Assert.False(_view.Agrees(Keys, [.. same, Key("hosts/h2", 2)]));
        Assert.False(_view.Agrees(Keys, [same[0], Key("hosts/h2", 2)]));
    }

    [Fact]
    public void An_event_that_comes_twice_changes_nothing()
    {
        Take("+hosts/h1");
        var late = new EtcdEvent(null, Key("hosts/h1", 1) with { Value = Json("hosts/h1", heartbeats: 7) });

        var after = _view.Apply(Keys, [late], _time.GetUtcNow());

        Assert.Equal(1, after.Snapshot.Hosts["h1"].Heartbeats);
    }

    [Fact]
    public void The_snapshot_has_limits()
    {
        for (var number = 0; number < 70; number++)
            Take($"+hosts/h{number}");
        for (var number = 0; number < 1010; number++)
            Take($"+names/n{number}@h1");
        Assert.Equal((64, 1000), (_view.Snapshot.Hosts.Count, _view.Snapshot.Aliases.Count));
        // etcd's own list also has the keys that don't fit.
        var all = Enumerable.Range(0, 70).Select(number => Key($"hosts/h{number}", number + 1))
            .Concat(Enumerable.Range(0, 1010).Select(number => Key($"names/n{number}@h1", 71 + number))).ToArray();
        Assert.True(_view.Agrees(Keys, all));

        for (var number = 0; number < 4200; number++)
        {
            _view = _view.Replace(Keys, ++_revision, List($"hosts/x{number}"), _time.GetUtcNow());
            _time.Advance(TimeSpan.FromMilliseconds(1));
        }

        Assert.Equal(4096, _view.Snapshot.Lost.Count);
        Assert.Contains("x4198", _view.Snapshot.Lost.Keys);
        Assert.DoesNotContain("x1", _view.Snapshot.Lost.Keys);
    }

    [Theory]
    [InlineData("h1-abcdef", "h1")]
    [InlineData("h1-b-abcdef", "h1-b")]
    [InlineData("red", "h1")]
    [InlineData("gone", "h9")]
    [InlineData("h9-abcdef", "h9")]
    [InlineData("h2-abcdef", null)]
    [InlineData("default", null)]
    public void A_name_tells_its_host(string name, string? host)
    {
        foreach (var step in "+hosts/h1 +hosts/h1-b +names/red@h1 +hosts/h9 +names/gone@h9 -hosts/h9&-names/gone".Split(' '))
            Take(step);

        Assert.Equal(host, _view.Snapshot.HostIdOf(name));
    }

    private void Take(string step)
    {
        if (int.TryParse(step, out var minutes))
        {
            _time.Advance(TimeSpan.FromMinutes(minutes));
            _view = _view.WithoutOld(_time.GetUtcNow());
            return;
        }

        _revision++;
        _view = _view.Apply(Keys, [.. step.Split('&').Select(Event)], _time.GetUtcNow());
    }

    private EtcdEvent Event(string change) => change[0] switch
    {
        '-' => new EtcdEvent("DELETE", Key(change[1..], _revision) with { Value = null }),
        // A value that another program wrote.
        '!' => new EtcdEvent(null, Key(change[1..], _revision) with { Value = "{}"u8.ToArray() }),
        _ => new EtcdEvent(null, Key(change[1..], _revision)),
    };

    private EtcdKeyValue[] List(string keys) =>
        [.. keys.Split(' ', StringSplitOptions.RemoveEmptyEntries).Select(key => Key(key, _revision))];

    private static EtcdKeyValue Key(string text, long revision) =>
        new(Encoding.UTF8.GetBytes($"/bridge/test/{text.Split('@')[0]}"), Json(text, heartbeats: revision), CreateRevision: 1, revision);

    private static byte[] Json(string text, long heartbeats) => text.Split('/', '@') switch
    {
        ["names", _, var host] => JsonSerializer.SerializeToUtf8Bytes(new FleetAlias(host), FleetJson.Context.FleetAlias),
        ["members", var id] => JsonSerializer.SerializeToUtf8Bytes(
            new FleetMember(id, $"http://{id}", Seen: 7), FleetJson.Context.FleetMember),
        [.., var id] => JsonSerializer.SerializeToUtf8Bytes(
            new FleetHost(id, "http://a", Raw: null, Instance: "i", Slots: 4, Free: 4, Warm: 0, Roms: "", Draining: false, Version: "1",
                heartbeats),
            FleetJson.Context.FleetHost),
        [] => [],
    };
}
