using Bridge.Testing;
using Bridge.Testing.Faults;
using Microsoft.Extensions.Logging.Abstractions;

namespace Bridge.SocketPool.Tests.Faults;

/// <summary>One cell of the table: a bridge's client, a real emulator, a fault between them, and the moment at which it strikes.</summary>
internal sealed class FaultCell : IAsyncDisposable
{
    // How many reads, and how many presses, are in flight at the moment of fifty.
    private const int Many = 25;

    // The step of the clock; the end of a request is noticed up to one step late.
    private static readonly TimeSpan Step = TimeSpan.FromMilliseconds(10);
    private static readonly TimeSpan Frame = TimeSpan.FromMilliseconds(17);
    private static readonly TimeSpan Settling = TimeSpan.FromSeconds(3);
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    private readonly FakeTime _time = new();
    private readonly FaultProxy _proxy;
    private readonly WatchedEmulator _emulator;
    private readonly Fault _fault;
    private readonly Moment _moment;
    private readonly EmulatorOptions _options;
    private readonly List<TrackedRequest> _reads = [];
    private readonly List<TrackedRequest> _presses = [];
    private EmulatorClient? _client;

    public FaultCell(WatchedEmulator emulator, Fault fault, Moment moment)
    {
        (_emulator, _fault, _moment) = (emulator, fault, moment);
        _proxy = new FaultProxy(emulator.Port, _time);
        _options = new EmulatorOptions
        {
            Port = _proxy.Port, ScriptPort = emulator.Port, Secret = emulator.Secret, InFlight = IsFull ? Many + 7 : 1024,
        };
    }

    // Whether the requests fill all the room of a connection. Other faults cause retries, which need room.
    private bool IsFull => _moment == Moment.FiftyInFlight && _fault is Fault.None or Fault.BlackHole;

    private bool IsBeforeUse => _moment is Moment.Connect or Moment.Hello;

    private EmulatorClient Client => _client ?? throw new InvalidOperationException("The bridge has not been started.");

    /// <summary>Injects the fault, and checks everything that is visible.</summary>
    /// <returns>How the requests ended, in the words of the table.</returns>
    public async Task<string> RunAsync()
    {
        var before = await _emulator.PressesAsync();
        await ReachMomentAsync();
        if (IsBeforeUse)
            Assert.Equal("no-emulator", await TrackedRequest.ToPress(Client, _time, 0).Ended);
        _proxy.Strike(_fault);
        if (_reads.Count == 0)
        {
            var attempted = _time.Elapsed + Settling;
            await PassAsync(() => _time.Elapsed >= attempted, "three seconds pass");
            Ask();
        }

        var asked = _reads.Concat(_presses).ToList();
        await PassAsync(() => asked.All(one => one.Ended.IsCompleted), "every request ends");
        Assert.All(asked, one => Assert.InRange(one.Took, TimeSpan.Zero, _options.Deadline + Frame + Step));
        var (read, press) = (await EndsAsync(_reads), await EndsAsync(_presses));
        await RecoverAsync();
        CheckPresses(press, await _emulator.PressesAsync() - before);
        Assert.False(_proxy.HasSeenDisorder);
        return read == press ? read : $"{read} / {press}";
    }

    public async ValueTask DisposeAsync()
    {
        if (_client is not null)
            await _client.DisposeAsync();
        await Eventually.HoldsAsync(() => _proxy.OpenLinks == 0, "the bridge has closed all its connections");
        await _proxy.DisposeAsync();
    }

    private async Task ReachMomentAsync()
    {
        if (_moment == Moment.Connect && _fault == Fault.BlackHole)
            _proxy.LoseConnections();
        else if (IsBeforeUse)
            _proxy.HoldBack(_moment == Moment.Connect ? Hold.Connections : Hold.Replies);
        _client = new EmulatorClient("default", _options, _time, NullLogger.Instance);
        if (IsBeforeUse)
        {
            if (_fault != Fault.BlackHole || _moment != Moment.Connect)
                await HoldsBackAsync(_options.Connections);
            return;
        }

        await PassAsync(IsWell, "the bridge is connected");
        switch (_moment)
        {
            case Moment.OneInFlight:
                _proxy.HoldBack(Hold.Replies);
                Ask();
                await HoldsBackAsync(2);
                break;
            case Moment.FiftyInFlight:
                _proxy.HoldBack(Hold.Replies);
                for (var number = 0; number < Many; number++)
                    Ask(number);
                await HoldsBackAsync(2 * Many);
                if (IsFull)
                    await FillAsync();
                break;
            case Moment.MiddleOfReply:
                _proxy.HoldBack(Hold.HalfReplies);
                _reads.Add(TrackedRequest.ToReadRange(Client, _time));
                _presses.Add(TrackedRequest.ToPress(Client, _time, 0));
                await HoldsBackAsync(2);
                break;
            case Moment.MiddleOfRequest:
                _proxy.HoldBack(Hold.HalfRequests);
                Ask();
                await HoldsBackAsync(2);
                break;
        }
    }

    private void Ask(int number = 7)
    {
        _reads.Add(TrackedRequest.ToRead(Client, _time, number));
        _presses.Add(TrackedRequest.ToPress(Client, _time, number));
    }

    private async Task FillAsync()
    {
        var more = TrackedRequest.ToRead(Client, _time, 0);
        for (; !more.Ended.IsCompleted; more = TrackedRequest.ToRead(Client, _time, 0))
            _reads.Add(more);
        Assert.Equal("overloaded", await more.Ended);
        Assert.InRange(Client.Status.InFlight, 1, _options.Connections * _options.InFlight);
    }

    private async Task RecoverAsync()
    {
        _proxy.Lift();
        await PassAsync(IsWell, "the bridge is connected again");
        foreach (var asked in new[] { TrackedRequest.ToRead(Client, _time, 3), TrackedRequest.ToPress(Client, _time, 3) })
        {
            await PassAsync(() => asked.Ended.IsCompleted, "a request ends once the fault is lifted");
            Assert.Equal("answered", await asked.Ended);
        }
    }

    // One press came after the fault was lifted. Of the others, those that reached the script before the fault were run.
    private void CheckPresses(string ended, int seen)
    {
        var asked = _presses.Count;
        if (ended == "answered" || _moment is Moment.OneInFlight or Moment.FiftyInFlight or Moment.MiddleOfReply)
            Assert.Equal(asked + 1, seen);
        else
            Assert.InRange(seen, 1, ended == "outcome-unknown" ? asked + 1 : 1);
    }

    private bool IsWell() =>
        Client.State == EmulatorState.Running && Client.Status.OpenConnections == _options.Connections && _proxy.IsQuiet;

    private static async Task<string> EndsAsync(IReadOnlyList<TrackedRequest> asked) =>
        string.Join(" and ", (await Task.WhenAll(asked.Select(one => one.Ended))).Distinct());

    private Task HoldsBackAsync(int messages) =>
        PassAsync(() => _proxy.Held == messages && _proxy.IsQuiet, $"{messages} messages are held back", movesClock: false);

    // The clock stands still while work that needs no time is in progress, so a slow machine changes nothing.
    private async Task PassAsync(Func<bool> reached, string what, bool movesClock = true)
    {
        var start = TimeProvider.System.GetTimestamp();
        while (!reached())
        {
            if (movesClock && _proxy.IsQuiet)
                _time.Advance(Step);
            if (TimeProvider.System.GetElapsedTime(start) > Patience)
                throw new TimeoutException(
                    $"This did not become true: {what} ({Client.Status}, "
                    + $"{_proxy.OpenLinks} connections, {_proxy.Held} held, quiet: {_proxy.IsQuiet})");
            await Task.Delay(TimeSpan.FromMilliseconds(1), TimeProvider.System);
        }
    }
}
