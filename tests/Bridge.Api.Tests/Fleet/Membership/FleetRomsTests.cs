using System.Text.Json;
using Bridge.Api.Features.Roms;
using Bridge.Api.Fleet.Etcd;
using Bridge.Api.Fleet.Membership;
using Bridge.Api.Fleet.Snapshot;
using Bridge.Api.Server.Diagnostics;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Logging.Abstractions;

namespace Bridge.Api.Tests.Fleet.Membership;

/// <summary>The list of ROMs that a host publishes. The tests are etcd, and the log in which a folder can hang.</summary>
public sealed class FleetRomsTests : IEtcd, ILogger<RomFolder>, IDisposable
{
    private readonly DirectoryInfo _root = Directory.CreateTempSubdirectory("bridge-roms-");
    private readonly FakeTime _time = new();
    private readonly List<PutRequest> _published = [];
    private readonly ManualResetEventSlim _responds = new(initialState: true); // Not set: reading the folder hangs.
    private readonly FleetRoms _roms;
    private volatile bool _hangs;

    public FleetRomsTests() => _roms = new FleetRoms(
        new RomFolder(new RomOptions(_root.FullName), this), this, new FleetKeys("test"), new FleetDirectory(), _time,
        new WorkGuard(_time, NullLogger<WorkGuard>.Instance));

    public void Dispose()
    {
        Shell.Delete(_root);
        _responds.Dispose();
    }

    [Fact]
    public async Task All_ROMs_of_a_folder_are_in_the_list()
    {
        string[] names = [.. Enumerable.Range(0, 1001).Select(number => $"{number:D4}.gba")];
        Make(names);

        await PublishAsync();

        Assert.Equal(names, JsonSerializer.Deserialize(Assert.Single(_published).Value, FleetJson.Context.StringArray));
    }

    [Fact]
    public async Task A_list_of_more_than_128_KiB_is_not_published()
    {
        // Each name has two quotes, and a comma or the list's end after it; the list begins with one more byte.
        string[] names = [.. Enumerable.Range(0, 509).Select(number => NameOf(number, 254)), NameOf(509, 255)];
        Make(names);
        await PublishAsync();
        Assert.Equal(128 * 1024, Assert.Single(_published).Value.Length);
        Assert.Equal(FleetRoms.HashOf(_published[0].Value), _roms.Hash);

        File.Move(Path.Combine(_root.FullName, names[0]), Path.Combine(_root.FullName, NameOf(0, 255)));
        _time.Advance(TimeSpan.FromSeconds(30));
        await PublishAsync();

        Assert.Single(_published);
        Assert.Equal("", _roms.Hash);
    }

    [Fact]
    public async Task A_folder_that_hangs_delays_one_heartbeat_for_half_a_second()
    {
        // The name that is not UTF-8 is logged.
        Shell.Run(_root.FullName, """printf rom > a.gba; printf rom > "$(printf 'b\377.gba')" """);
        _responds.Reset();
        var publishing = PublishAsync();
        await Eventually.HoldsAsync(() => _hangs, "the folder hangs");
        Assert.False(publishing.IsCompleted);
        _time.Advance(FleetRoms.MaxWait);
        await publishing;
        _time.Advance(TimeSpan.FromMinutes(1));
        await PublishAsync();
        Assert.Empty(_published);

        _responds.Set();
        await Eventually.HoldsAsync(() => _roms.Hash.Length > 0, "the list is read");
        await PublishAsync();

        Assert.Equal("[\"a.gba\"]"u8.ToArray(), Assert.Single(_published).Value);
    }

    IDisposable? ILogger.BeginScope<TState>(TState state) => null;

    bool ILogger.IsEnabled(LogLevel logLevel) => true;

    void ILogger.Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception,
        Func<TState, Exception?, string> formatter)
    {
        _hangs = !_responds.IsSet;
        _responds.Wait(Eventually.Patience);
    }

    Task<RangeResponse> IEtcd.RangeAsync(RangeRequest request, CancellationToken cancellationToken) => throw new NotSupportedException();

    Task<TxnResponse> IEtcd.TxnAsync(TxnRequest request, CancellationToken cancellationToken)
    {
        _published.Add(request.Success[0].RequestPut!);
        return Task.FromResult(new TxnResponse(new EtcdHeader(1), Succeeded: true, null));
    }

    Task<LeaseResponse> IEtcd.GrantAsync(long seconds, CancellationToken cancellationToken) => throw new NotSupportedException();

    private static string NameOf(int number, int length) => $"{number:D3}{new string('x', length - 7)}.gba";

    private Task PublishAsync() => _roms.PublishAsync(CancellationToken.None).WaitAsync(Eventually.Patience);

    private void Make(string[] names)
    {
        foreach (var name in names)
            File.WriteAllText(Path.Combine(_root.FullName, name), "rom");
    }
}
