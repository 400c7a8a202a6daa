using System.Collections.Concurrent;
using System.Globalization;
using System.Text.Json;

namespace Bridge.EndToEnd.Tests.Lifecycle;

/// <summary>
/// Sends 50 requests a second over many restarts of one emulator: reads with a known result, and presses, which the ROM counts.
/// Each emulator run gets a button of its own, so that a late press of the run before is detected.
/// </summary>
internal sealed class RestartRun(HttpClient client)
{
    private const int Buttons = 10;
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(20);

    private readonly ConcurrentQueue<string> _wrong = new();
    private readonly ConcurrentDictionary<string, int> _ends = new();
    private readonly ConcurrentDictionary<Task, byte> _underWay = new();
    private LifeOfPresses _life = new(0);
    private TaskCompletionSource<long> _firstSuccess = NewSource();
    private long _requests;
    private volatile bool _isOver;
    private volatile bool _presses = true;
    private volatile bool _isUp;

    /// <summary>Gets the violations: wrong replies and surplus presses.</summary>
    public IReadOnlyCollection<string> Wrong => _wrong;

    /// <summary>Gets the number of requests by how they ended.</summary>
    public string Ends => string.Join(", ", _ends.OrderByDescending(end => end.Value).Select(end => $"{end.Value} {end.Key}"));

    public long Requests => _requests;

    /// <summary>Sends requests until <see cref="StopAsync"/>.</summary>
    public async Task SendRequestsAsync()
    {
        var random = new Random(1);
        using var ticks = new PeriodicTimer(Interval, TimeProvider.System);
        for (var number = 0; !_isOver; number++)
        {
            await ticks.WaitForNextTickAsync();
            _requests++;
            Task asking = random.Next(10) switch
            {
                < 4 => EchoAsync($"{Guid.NewGuid()}"),
                < 7 => ReadAsync(random.Next(256)),
                < 8 => CountAsync(),
                _ => _presses ? PressAsync(_life) : EchoAsync($"{number}"),
            };
            _underWay.TryAdd(asking, 0);
            _ = asking.ContinueWith(done => _underWay.TryRemove(done, out _), TaskScheduler.Default);
        }
    }

    public async Task StopAsync()
    {
        _isOver = true;
        await SettleAsync();
    }

    /// <summary>Starts a run once the emulator listens again. Returns at the first reply.</summary>
    public async Task<TimeSpan> BeginLifeAsync()
    {
        var listens = TimeProvider.System.GetTimestamp();
        var answered = await _firstSuccess.Task.WaitAsync(Eventually.Patience);
        _isUp = true;
        return TimeProvider.System.GetElapsedTime(listens, Math.Max(listens, answered));
    }

    /// <summary>
    /// Ends a run before the emulator is killed. If <paramref name="settle"/>, waits until no press is in flight;
    /// then the ROM must have counted each press once.
    /// </summary>
    public async Task EndLifeAsync(bool settle)
    {
        if (settle)
        {
            _presses = false;
            await Eventually.HoldsAsync(() => _life.UnderWay == 0, "no press is running");
            var seen = await CountAsync();
            if (seen is null || seen[_life.Button] < _life.Pressed || seen[_life.Button] > _life.Pressed + _life.Unknown)
                _wrong.Enqueue($"{_life} and the ROM counted {seen?[_life.Button]}");
        }

        _life.IsOver = true;
        _isUp = false;
    }

    /// <summary>Begins the next run, with another button, after the emulator was killed.</summary>
    public void BeginNext()
    {
        // A run knows only the one before it: a chain of all runs would keep all of them in memory.
        _life.Before = null;
        _life = new LifeOfPresses(_life.Number + 1) { Before = _life };
        _firstSuccess = NewSource();
        _presses = true;
    }

    private async Task SettleAsync()
    {
        while (_underWay.Keys is { Count: > 0 } tasks)
            await Task.WhenAll(tasks).WaitAsync(Eventually.Patience);
    }

    private Task<string> EchoAsync(string text) => AskAsync("GET", $"/mgbaendpoint?message={text}", null, answer =>
    {
        if (answer != text)
            _wrong.Enqueue($"{text} was asked for and \"{answer}\" came");
    });

    private Task<string> ReadAsync(int index) => AskAsync("GET", $"/emulators/default/memory/{0x02000100 + index}?type=u8", null, answer =>
    {
        var value = JsonDocument.Parse(answer).RootElement.GetProperty("value").GetInt32();
        // The ROM initializes its memory in its first frames.
        if (value != index && value != 0)
            _wrong.Enqueue($"{index} was to be read and {value} came");
    });

    private async Task<int[]?> CountAsync()
    {
        var (life, certain) = (_life, _life.Pressed);
        int[]? counts = null;
        await AskAsync("GET", "/emulators/default/memory/0x02000020?length=20", null, answer =>
        {
            var bytes = Convert.FromHexString(JsonDocument.Parse(answer).RootElement.GetProperty("hex").GetString()!);
            counts = [.. Enumerable.Range(0, Buttons).Select(button => (int)BitConverter.ToUInt16(bytes, 2 * button))];
        });
        if (counts is null || life != _life || life.IsOver)
            return counts;
        if (counts[life.Button] < certain || counts[life.Button] > life.Sent)
            _wrong.Enqueue($"{life}, of these {certain} before, and the ROM counted {counts[life.Button]}");
        // Of the previous run, only presses that were not sent before it ended may run now; each of them is then answered with 200
        // or still in flight.
        if (life.Before is { } before && counts[before.Button] > before.PressedLate + before.UnderWay)
            _wrong.Enqueue($"{before}, {before.PressedLate} late, and the ROM counted {counts[before.Button]} in the life after");
        return counts;
    }

    private async Task PressAsync(LifeOfPresses life)
    {
        life.Begin();
        var status = await AskAsync("POST", "/emulators/default/buttons/press",
            $$"""{"buttons": ["{{(Button)life.Button}}"], "hold": 1, "release": 1}""", _ => { });
        life.End(status);
    }

    private async Task<string> AskAsync(string method, string path, string? json, Action<string> check)
    {
        var (began, wasUp) = (_life, _isUp);
        string end;
        try
        {
            using var response = await client.AskAsync(method, path, json);
            var text = await response.Content.ReadAsStringAsync();
            if (response.IsSuccessStatusCode)
            {
                end = "answered";
                if (began == _life)
                    _firstSuccess.TrySetResult(TimeProvider.System.GetTimestamp());
                check(text);
            }
            else
            {
                end = JsonDocument.Parse(text).RootElement.GetProperty("type").GetString()!.Split('#')[1];
                if (end is not ("no-emulator" or "not-applied" or "outcome-unknown"))
                    _wrong.Enqueue($"{method} {path} ended with {text}");
                else if (wasUp && _isUp && began == _life)
                    _wrong.Enqueue($"{method} {path} ended with {end} while the emulator was there");
            }
        }
        catch (Exception exception)
        {
            end = exception.GetType().Name;
            _wrong.Enqueue(string.Create(CultureInfo.InvariantCulture, $"{method} {path}: {exception.Message}"));
        }

        _ends.AddOrUpdate($"{(method == "POST" ? "presses" : "reads")} {end}", 1, (_, count) => count + 1);
        return end;
    }

    private static TaskCompletionSource<long> NewSource() => new(TaskCreationOptions.RunContinuationsAsynchronously);

    private sealed class LifeOfPresses(int number)
    {
        private int _sent;
        private int _pressed;
        private int _pressedLate;
        private int _unknown;
        private int _ended;

        public int Number => number;

        public int Button => number % Buttons;

        public LifeOfPresses? Before { get; set; }

        public volatile bool IsOver;

        public int Sent => _sent;

        public int Pressed => _pressed;

        public int PressedLate => _pressedLate;

        public int Unknown => _unknown;

        public int UnderWay => _sent - _ended;

        public void Begin() => Interlocked.Increment(ref _sent);

        public void End(string how)
        {
            // In this order, so that UnderWay is 0 only when all outcomes are counted.
            if (how == "answered")
                Interlocked.Increment(ref (IsOver ? ref _pressedLate : ref _pressed));
            else if (how == "outcome-unknown")
                Interlocked.Increment(ref _unknown);
            Interlocked.Increment(ref _ended);
        }

        public override string ToString() => $"Life {number}: {_sent} presses sent, {_pressed} pressed, {_unknown} unknown";
    }
}
