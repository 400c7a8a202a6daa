using System.Text.Json;
using Bridge.Api.Fleet.Etcd;
using Bridge.Api.Fleet.Membership;
using Bridge.Api.Fleet.Snapshot;
using Microsoft.Extensions.Logging;

namespace Bridge.Api.Tests.Fleet.Membership;

/// <summary>The names of a host while etcd is slow. The tests are etcd, which has one key, and the log.</summary>
public sealed class FleetNamesTests : IEtcd, ILogger<FleetNames>
{
    private static readonly FleetAlias Alias = new("h1");
    private static readonly FleetCheckpoint Checkpoint = new(1, "{}");

    private readonly FleetNames _names;
    private readonly List<string> _logged = [];
    private EtcdKeyValue? _value;
    private long _revision = 1;
    private bool _isMember = true; // Whether this host's own key is there.
    private bool _losesResponse; // Whether the response to the next transaction is lost, which then is sent again.
    private Action? _afterTxn;
    private TaskCompletionSource? _reached;
    private TaskCompletionSource? _goesOn;

    public FleetNamesTests()
    {
        var lease = new OwnLease(new FakeTime());
        lease.Renewed(1, lease.Now(), OwnLease.Seconds);
        _names = new FleetNames(
            this, new FleetKeys("test"), new FleetOptions { Name = "test", Host = "h1" }, new FleetDirectory(), lease, this);
    }

    [Fact]
    public async Task A_name_that_is_released_while_it_is_reserved_again_stays_free()
    {
        await ReserveAsync();
        var maintained = await RestoringAsync();
        await _names.ReleaseAsync("red", CancellationToken.None);
        _goesOn!.SetResult();
        await maintained;
        Assert.Null(_value);
        await ReserveAsync();
    }

    [Fact]
    public async Task A_name_that_another_emulator_has_got_meanwhile_stays_its_own()
    {
        await ReserveAsync();
        var maintained = await RestoringAsync();
        await _names.ReleaseAsync("red", CancellationToken.None);
        var checkpointed = Alias with { Checkpoint = Checkpoint };
        Assert.NotNull(await _names.TryReserveAsync("red", checkpointed, CancellationToken.None));
        _goesOn!.SetResult();
        await maintained;
        Assert.NotNull(_value);
        Assert.Null(await _names.TryReserveAsync("red", checkpointed, CancellationToken.None));
    }

    [Fact]
    public async Task A_name_whose_key_ends_while_it_is_reserved_is_reserved()
    {
        await ReserveAsync();
        _names.Forget("red");
        _afterTxn = () => _value = null;

        await ReserveAsync();

        Assert.NotNull(_value);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_host_that_is_not_in_the_fleet_reserves_no_name(bool hasLeftName)
    {
        if (hasLeftName)
        {
            await ReserveAsync();
            _names.Forget("red");
        }

        _isMember = false;

        var failure = await Assert.ThrowsAsync<EtcdException>(ReserveAsync);
        Assert.Contains("not in the fleet", failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_name_is_taken_over_although_the_first_response_is_lost()
    {
        var alias = Alias with { Checkpoint = Checkpoint };
        var before = (await _names.TryReserveAsync("red", alias, CancellationToken.None))!.Value;
        _losesResponse = true;

        // The revision of the value before, as the snapshot has it, is no part of the new value.
        var taken = await _names.TryTakeOverAsync("red", alias with { Revision = before }, before, member: before, CancellationToken.None);

        Assert.Equal(before + 1, taken);
    }

    [Theory]
    [InlineData(null, "no host")]
    [InlineData("", "no host")]
    [InlineData("h2", "the host h2")]
    public async Task A_name_that_was_lost_with_the_lease_is_logged_with_its_host(string? host, string holder)
    {
        Assert.NotNull(await _names.TryReserveAsync("red", Alias with { Checkpoint = Checkpoint }, CancellationToken.None));
        _value = host is null ? null : _value! with
        {
            Value = JsonSerializer.SerializeToUtf8Bytes(new FleetAlias(host, Checkpoint), FleetJson.Context.FleetAlias),
        };

        await _names.MaintainAsync(isNewLease: true, CancellationToken.None);

        Assert.Equal(
            $"The emulator red has lost its name while this host had no lease in etcd: {holder} has the name", Assert.Single(_logged));
    }

    IDisposable? ILogger.BeginScope<TState>(TState state) => null;

    bool ILogger.IsEnabled(LogLevel logLevel) => true;

    void ILogger.Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception,
        Func<TState, Exception?, string> formatter) =>
        _logged.Add(formatter(state, exception));

    Task<RangeResponse> IEtcd.RangeAsync(RangeRequest request, CancellationToken cancellationToken) => Task.FromResult(Read());

    async Task<TxnResponse> IEtcd.TxnAsync(TxnRequest request, CancellationToken cancellationToken)
    {
        if (_reached is { } reached)
        {
            _reached = null;
            reached.SetResult();
            await _goesOn!.Task;
        }

        if (_losesResponse)
            Apply(request);
        _losesResponse = false;
        var response = Apply(request);
        _afterTxn?.Invoke();
        _afterTxn = null;
        return response;
    }

    Task<LeaseResponse> IEtcd.GrantAsync(long seconds, CancellationToken cancellationToken) => throw new NotSupportedException();

    private TxnResponse Apply(TxnRequest request)
    {
        // A condition on a version is about the host's own key.
        var holds = request.Compare.All(compare => compare.Target == "VERSION"
            ? _isMember
            : (compare.CreateRevision ?? compare.ModRevision) == (_value?.ModRevision ?? 0));
        if (holds)
        {
            var put = request.Success[0].RequestPut;
            _value = put is null ? null : new EtcdKeyValue(put.Key, put.Value, _revision + 1, _revision + 1);
            _revision++;
        }

        return new TxnResponse(new EtcdHeader(_revision), holds, holds ? null : [new OperationResponse(Read())]);
    }

    private RangeResponse Read() => new(new EtcdHeader(_revision), _value is null ? [] : [_value]);

    private async Task ReserveAsync() => Assert.NotNull(await _names.TryReserveAsync("red", Alias, CancellationToken.None));

    // etcd has ended the lease, and the host reserves its names with a new one; etcd doesn't respond before _goesOn.
    private async Task<Task> RestoringAsync()
    {
        _value = null;
        _goesOn = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var reached = _reached = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var maintained = _names.MaintainAsync(isNewLease: true, CancellationToken.None);
        await reached.Task.WaitAsync(Eventually.Patience);
        return maintained;
    }
}
