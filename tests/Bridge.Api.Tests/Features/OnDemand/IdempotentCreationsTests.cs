using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.OnDemand;

namespace Bridge.Api.Tests.Features.OnDemand;

/// <summary>What an <c>Idempotency-Key</c> gives, on a virtual clock.</summary>
public sealed class IdempotentCreationsTests
{
    private readonly FakeTime _time = new();
    private readonly HashSet<string> _ended = [];
    private readonly IdempotentCreations<string> _keys;
    private int _created;

    public IdempotentCreationsTests() => _keys = new(_time, emulator => !_ended.Contains(emulator));

    [Fact]
    public async Task A_key_gives_its_emulator_for_ten_minutes()
    {
        Assert.Equal("e1", await RunAsync("key"));
        _time.Advance(TimeSpan.FromMinutes(10));
        Assert.Equal("e1", await RunAsync("key"));
        Assert.Equal("e2", await RunAsync("other"));
        Assert.Equal("e3", await RunAsync(null));

        _time.Advance(TimeSpan.FromMilliseconds(1));

        Assert.Equal("e4", await RunAsync("key"));
    }

    [Fact]
    public async Task A_key_whose_emulator_has_ended_creates_another()
    {
        await RunAsync("key");
        _ended.Add("e1");

        Assert.Equal("e2", await RunAsync("key"));
        Assert.Equal("e2", await RunAsync("key"));
    }

    [Fact]
    public async Task A_key_takes_only_one_body()
    {
        await RunAsync("key");
        var refused = await Assert.ThrowsAsync<RequestException>(() => RunAsync("key", "other"));
        Assert.Equal(ProblemTypes.Conflict, refused.Type);
    }

    [Fact]
    public async Task A_key_is_free_after_a_failure()
    {
        await Assert.ThrowsAsync<IOException>(() => _keys.RunAsync("key", "", _ => throw new IOException(), CancellationToken.None));
        await Assert.ThrowsAsync<TaskCanceledException>(
            () => _keys.RunAsync("key", "", _ => Task.FromException<string>(new TaskCanceledException()), CancellationToken.None));
        Assert.Equal("e1", await RunAsync("key"));
    }

    [Fact]
    public async Task Keys_are_limited_and_those_of_ended_emulators_do_not_count()
    {
        for (var key = 0; key < IdempotentCreations<string>.MaxKeys; key++)
            await RunAsync($"{key}");
        Assert.Equal("e1", await RunAsync("0"));
        var refused = await Assert.ThrowsAsync<RequestException>(() => RunAsync("one more"));
        Assert.Equal(ProblemTypes.Overloaded, refused.Type);

        _ended.Add("e1");

        await RunAsync("one more");
    }

    [Fact]
    public async Task A_client_that_hangs_up_when_the_emulator_is_there_leaves_it_to_its_key()
    {
        using var stop = new CancellationTokenSource();
        var first = new TaskCompletionSource<string>();
        var hangingUp = _keys.RunAsync("key", "", _ => first.Task, stop.Token);
        await stop.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => hangingUp);

        var again = RunAsync("key");
        Assert.False(again.IsCompleted);
        first.SetResult("first");

        Assert.Equal("first", await again);
    }

    [Fact]
    public async Task A_creation_is_cancelled_when_the_last_client_hangs_up_and_the_next_one_waits_until_it_is_undone()
    {
        using CancellationTokenSource one = new(), two = new();
        var undone = new TaskCompletionSource();
        var cancelled = false;
        var clients = new[] { one, two }.Select(client => _keys.RunAsync("key", "", async cancel =>
        {
            await using var _ = cancel.Register(() => cancelled = true);
            await undone.Task;
            cancel.ThrowIfCancellationRequested();
            return "late";
        }, client.Token)).ToArray();

        await one.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => clients[0]);
        Assert.False(cancelled);
        await two.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => clients[1]);
        Assert.True(cancelled);
        var next = RunAsync("key");
        Assert.Equal(0, _created);
        undone.SetResult();

        Assert.Equal("e1", await next);
    }

    [Fact]
    public async Task A_creation_that_takes_longer_than_its_key_counts_is_joined()
    {
        var first = new TaskCompletionSource<string>();
        var creating = _keys.RunAsync("key", "", _ => first.Task, CancellationToken.None);
        _time.Advance(TimeSpan.FromMinutes(11));
        var joined = RunAsync("key");
        Assert.Equal(ProblemTypes.Conflict, (await Assert.ThrowsAsync<RequestException>(() => RunAsync("key", "other"))).Type);

        first.SetResult("first");

        Assert.Equal(["first", "first"], await Task.WhenAll(creating, joined));
        Assert.Equal("e1", await RunAsync("key"));
    }

    [Fact]
    public async Task A_failure_is_told_to_all_clients_that_wait()
    {
        var failing = new TaskCompletionSource<string>();
        var clients = Enumerable.Range(0, 2).Select(_ => _keys.RunAsync("key", "", _ => failing.Task, CancellationToken.None)).ToArray();

        failing.SetException(new RequestException(ProblemTypes.TooManyEmulators, "It is full."));

        foreach (var client in clients)
            Assert.Equal("It is full.", (await Assert.ThrowsAsync<RequestException>(() => client)).Message);
        Assert.Equal("e1", await RunAsync("key"));
    }

    [Fact]
    public async Task Old_keys_and_creations_without_one_do_not_count()
    {
        for (var key = 0; key < IdempotentCreations<string>.MaxKeys; key++)
            await RunAsync($"{key}");
        await RunAsync(null);
        _time.Advance(TimeSpan.FromMinutes(10) + TimeSpan.FromMilliseconds(1));

        await RunAsync("one more");
    }

    private Task<string> RunAsync(string? key, string body = "") =>
        _keys.RunAsync(key, body, _ => Task.FromResult($"e{++_created}"), CancellationToken.None);
}
