using System.Collections;
using System.Runtime.Versioning;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Features.OnDemand;

namespace Bridge.Api.Tests.Features.OnDemand;

/// <summary>Creations of a bridge without a fleet, as its clients repeat and abandon them.</summary>
[SupportedOSPlatform("linux")]
public sealed class SingleHostCreationsTests : OnDemandTest
{
    private static readonly CreateRequest Red = new(Rom: "a.gba", Name: "red");

    [Fact]
    public async Task A_key_gives_one_emulator_until_it_ends()
    {
        var both = await Task.WhenAll(CreateAsync(Red, "me/key"), CreateAsync(Red, "me/key"));
        var created = Of(both[0]);
        Assert.Same(created, Of(both[1]));
        Assert.Same(created, Of(await CreateAsync(Red, "me/key")));
        Assert.Equal("me/key", Hosts.RecordOf("red").Key);
        Assert.Equal(ProblemTypes.Conflict, Refused(await CreateAsync(Red, "other/key")).Type);
        Assert.Equal(ProblemTypes.Conflict, Refused(await CreateAsync(Red with { Speed = 2 }, "me/key")).Type);

        await Hosts.FinishesAsync(Emulators.EndAsync(created));

        Assert.NotSame(created, Of(await CreateAsync(Red, "me/key")));
    }

    [Fact]
    public async Task A_key_is_free_after_a_refusal()
    {
        Hosts.BeginWith("exit 1");
        Assert.Equal(ProblemTypes.EmulatorRefused, Refused(await CreateAsync(Red, "me/key")).Type);
        Hosts.BeginWith(":");
        Assert.Equal(ProblemTypes.UnknownRom, Refused(await CreateAsync(Red with { Rom = "none.gba" }, "me/key")).Type);

        Of(await CreateAsync(Red, "me/key"));
    }

    [Fact]
    public async Task A_wait_and_a_checkpoint_need_a_fleet()
    {
        foreach (var (request, member) in new[]
            { (Red with { Wait = 1 }, "wait"), (Red with { Checkpoint = new CheckpointSetting(5) }, "checkpoint") })
        {
            var refused = Refused(await CreateAsync(request, null));
            Assert.Equal(ProblemTypes.Unsupported, refused.Type);
            Assert.Equal($"{member} needs a fleet, which Bridge:Fleet:Name sets.", refused.Message);
        }

        Of(await CreateAsync(Red with { Wait = 0 }, null));
    }

    [Theory]
    [InlineData(null)]
    [InlineData("me/key")]
    public async Task A_client_that_hangs_up_when_the_emulator_is_there_leaves_it_only_to_its_key(string? key)
    {
        using var stop = new CancellationTokenSource();
        // The labels are read when the record is written, which is the last step.
        var wanted = NewEmulator.Read(Red) with { Labels = new ReadLabels(stop.Cancel) };
        var creating = Hosts.FinishesAsync(Parts.Get<LocalCreations>().CreateAsync(wanted, key, stop.Token));

        if (key is null)
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => creating);
        else
            Of(await creating);

        Assert.True(stop.IsCancellationRequested);
        Assert.Equal(key is null ? 0 : 1, Hosts.Running.Count);
    }

    [Fact]
    public async Task The_response_names_what_the_client_needs_next()
    {
        var created = await CreateAsync(Red, null);

        var response = created.ToResponse(new OwnHost());

        Assert.Equal(("red", "/emulators/red", "/emulators/red/mcp", null, null),
            (response.Name, response.Url, response.Mcp, response.Host, response.Direct));
        Assert.Equal(600, response.Created.Lease.Seconds);
        var problem = new RequestException(ProblemTypes.Conflict, "It is refused.");
        Assert.Same(problem, Assert.Throws<RequestException>(() => new Creation.Refused(problem).ToResponse(new OwnHost())));
        Assert.Same(response, new Creation.Elsewhere(response).ToResponse(new OwnHost()));
    }

    [Fact]
    public void Only_a_host_that_takes_no_more_is_full()
    {
        foreach (var type in (ProblemType[])[ProblemTypes.TooManyEmulators, ProblemTypes.HostDraining, ProblemTypes.Stopping])
            Assert.True(new Creation.Refused(new RequestException(type, "")).IsFull);
        foreach (var type in (ProblemType[])[ProblemTypes.Conflict, ProblemTypes.EmulatorRefused, ProblemTypes.StorageFull])
            Assert.False(new Creation.Refused(new RequestException(type, "")).IsFull);
    }

    private Task<Creation> CreateAsync(CreateRequest request, string? key) =>
        Hosts.FinishesAsync(Parts.Get<ICreations>().CreateAsync(NewEmulator.Read(request), key, CancellationToken.None));

    private static CreatedEmulator Of(Creation creation) => Assert.IsType<Creation.Here>(creation).Emulator;

    private static RequestException Refused(Creation creation) => Assert.IsType<Creation.Refused>(creation).Problem;

    // No labels; tells when they are read.
    private sealed class ReadLabels(Action read) : IReadOnlyDictionary<string, string>
    {
        public int Count => 0;

        public IEnumerable<string> Keys => [];

        public IEnumerable<string> Values => [];

        public string this[string key] => throw new KeyNotFoundException(key);

        public bool ContainsKey(string key) => false;

        public bool TryGetValue(string key, out string value)
        {
            value = "";
            return false;
        }

        public IEnumerator<KeyValuePair<string, string>> GetEnumerator()
        {
            read();
            return Enumerable.Empty<KeyValuePair<string, string>>().GetEnumerator();
        }

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }
}
