using static MgbaBridge.ClientJson;

namespace MgbaBridge;

/// <summary>How a step takes its picture.</summary>
/// <param name="Width">1 to 1,024 pixels.</param>
/// <param name="Height">1 to 1,024 pixels.</param>
/// <param name="Gray">Whether a pixel is one byte instead of red, green and blue.</param>
public sealed record Picture(int Width, int Height, bool Gray = false);

/// <summary>The pixels of a picture, line by line.</summary>
/// <param name="Width">Pixels in a line.</param>
/// <param name="Height">Lines.</param>
/// <param name="Channels">1 for gray, 3 for red, green and blue.</param>
/// <param name="Data">The bytes.</param>
public sealed record Pixels(int Width, int Height, int Channels, ReadOnlyMemory<byte> Data);

/// <summary>
/// Held games of 1 to 64 emulators. Each step runs all of them in parallel, by one request. Disposing it lets the games run.
/// </summary>
public sealed class HeldGroup : IAsyncDisposable
{
    private readonly BridgeClient _bridge;

    internal HeldGroup(BridgeClient bridge, IReadOnlyList<GameHold> holds) => (_bridge, Holds) = (bridge, holds);

    /// <summary>Gets the held games.</summary>
    public IReadOnlyList<GameHold> Holds { get; }

    /// <summary>Runs exactly these frames in each game, and returns values and pixels of the last frame of each, in order.</summary>
    /// <param name="frames">1 to 36,000 frames.</param>
    /// <param name="buttons">The buttons of each game, separated by +; empty for none.</param>
    /// <param name="read">What to read, at most 256 places.</param>
    /// <param name="draw">Whether the games draw their pictures; false is faster.</param>
    /// <param name="states">Named states that some games, by their index, load before the step. Their buttons are not pressed then.</param>
    /// <param name="picture">The picture to take.</param>
    /// <param name="sensors">What to set of the sensors of some games, by their index, before the step.</param>
    /// <param name="cancellationToken">Cancels the step.</param>
    /// <exception cref="StepsFailedException">Some games failed; the others ran.</exception>
    public async Task<IReadOnlyList<Readings>> StepAsync(int frames = 1, IReadOnlyList<string>? buttons = null,
        IReadOnlyList<Place>? read = null, bool draw = true, IReadOnlyDictionary<int, string>? states = null, Picture? picture = null,
        IReadOnlyDictionary<int, SensorChange>? sensors = null, CancellationToken cancellationToken = default)
    {
        if (buttons is not null && buttons.Count != Holds.Count)
            throw new ArgumentException($"buttons must be for {Holds.Count} games; got {buttons.Count}.", nameof(buttons));
        var body = new StepManyJson(
            [.. Holds.Select(hold => hold.Emulator.Name)], [.. Holds.Select(hold => hold.Lease)], frames,
            buttons is null ? null : [.. buttons.Select((each, index) =>
                each.Length == 0 || states?.ContainsKey(index) == true ? [] : each.Split('+'))],
            states is null ? null : [.. Holds.Select((_, index) => states.GetValueOrDefault(index))],
            read is { Count: > 0 } ? read : null, draw ? null : false,
            PictureJson.Of(picture), sensors is null ? null : [.. Holds.Select((_, index) => sensors.GetValueOrDefault(index))]);
        var call = Call.Of(HttpMethod.Post, "/emulators/step", body, Default.StepManyJson);
        var done = await _bridge.Transport.SendAsync(call, Default.StepManyDoneJson, cancellationToken).ConfigureAwait(false);
        var steps = done.Results.Select(each => each.Problem is null ? StepOf(each) : null).ToArray();
        if (steps.Contains(null))
        {
            throw new StepsFailedException(done.Results.Where(each => each.Problem is not null)
                .ToDictionary(each => each.Emulator, each => new ProblemException(each.Problem!.Status, each.Problem, null)), steps);
        }

        return [.. steps.OfType<Readings>()];
    }

    /// <summary>Lets all games run. The games of emulators that fail don't keep the others frozen.</summary>
    public Task ReleaseAsync(CancellationToken cancellationToken = default) =>
        Task.WhenAll(Holds.Select(hold => hold.ReleaseAsync(cancellationToken)));

    /// <summary>Lets all games run.</summary>
    public ValueTask DisposeAsync() => new(ReleaseAsync());

    private static Readings StepOf(StepDoneJson done) => new ReadingsJson(done.Frame, done.Values, done.Screen).Readings;
}
