using System.Globalization;

namespace Bridge.EndToEnd.Tests.Playing;

/// <summary>A random sequence as a client sends it, and what the game must see of it, computed frame by frame.</summary>
public sealed class RandomSequence
{
    // mGBA hides two opposite directions from the game, so they must not be in sequences that may overlap.
    private static readonly Button[][] TogetherAtMost =
    [
        [Button.A, Button.B, Button.Select, Button.Start, Button.Right, Button.Up, Button.R, Button.L],
        [Button.A, Button.B, Button.Select, Button.Start, Button.Left, Button.Down, Button.R, Button.L],
    ];

    private readonly List<string> _steps = [];

    // The frames of a repetition in which a button is down.
    private readonly Dictionary<Button, HashSet<int>> _down = [];
    private readonly int _repeat;

    // The frames of a repetition, and the frame in which a step without "at" begins.
    private int _length;
    private int _next;

    /// <param name="random">The random source.</param>
    /// <param name="kind">0 or 1; only sequences of one kind may be played at once.</param>
    public RandomSequence(Random random, int kind)
    {
        _repeat = random.Next(4) == 0 ? random.Next(2, 4) : 1;
        for (var count = random.Next(1, 5); count > 0;)
        {
            if (TryAdd(random, TogetherAtMost[kind]))
                count--;
        }
    }

    /// <summary>Gets the body of the request.</summary>
    public string Json => $$"""{"steps": [{{string.Join(", ", _steps)}}], "repeat": {{_repeat}}}""";

    /// <summary>Gets the length in frames.</summary>
    public int Frames => _repeat * _length;

    /// <summary>Gets the frames until the last button is released; the whole length if there is none.</summary>
    public int LastRelease => _down.Count == 0 ? Frames : Frames - _length + 1 + _down.Values.Max(frames => frames.Max());

    /// <summary>Returns how often <paramref name="button"/> is pressed, and for how many frames in total.</summary>
    public (int Presses, int FramesDown) Of(Button button)
    {
        if (!_down.TryGetValue(button, out var frames))
            return (0, 0);
        var all = Enumerable.Range(0, Frames).Select(frame => frames.Contains(frame % _length)).ToArray();
        return (all.Where((down, frame) => down && (frame == 0 || !all[frame - 1])).Count(), all.Count(down => down));
    }

    // Returns false, and adds nothing, if the random step presses a button that is down already.
    private bool TryAdd(Random random, Button[] buttons)
    {
        var at = random.Next(4) == 0 ? random.Next(12) : (int?)null;
        var (from, start) = (at ?? _next, at is null ? "" : string.Create(CultureInfo.InvariantCulture, $", \"at\": {at}"));
        if (random.Next(5) == 0)
        {
            var wait = random.Next(1, 6);
            _steps.Add($$"""{"wait": {{wait}}{{start}}}""");
            EndAt(from + wait);
            return true;
        }

        var (hold, release) = (random.Next(1, 6), random.Next(0, 4));
        var pressed = random.GetItems(buttons, random.Next(1, 4)).Distinct().ToArray();
        var frames = Enumerable.Range(from, hold).ToArray();
        if (pressed.Any(button => _down.TryGetValue(button, out var taken) && frames.Any(taken.Contains)))
            return false;
        foreach (var button in pressed)
        {
            if (!_down.TryGetValue(button, out var down))
                _down[button] = down = [];
            down.UnionWith(frames);
        }

        var names = string.Join(", ", pressed.Select(button => $"\"{button}\""));
        _steps.Add($$"""{"buttons": [{{names}}], "hold": {{hold}}, "release": {{release}}{{start}}}""");
        EndAt(from + hold + release);
        return true;
    }

    private void EndAt(int end)
    {
        _next = end;
        _length = Math.Max(_length, end);
    }
}
