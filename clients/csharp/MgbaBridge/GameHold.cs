using static MgbaBridge.ClientJson;

namespace MgbaBridge;

/// <summary>A held game: it runs only in steps and turns. Disposing it lets the game run.</summary>
public sealed class GameHold : IAsyncDisposable
{
    private readonly string _path;

    internal GameHold(Emulator emulator, string path, HoldBegunJson begun) =>
        (Emulator, _path, Lease, Frame) = (emulator, path, begun.Lease, begun.Frame);

    /// <summary>Gets its emulator.</summary>
    public Emulator Emulator { get; }

    /// <summary>Gets the lease.</summary>
    public string Lease { get; }

    /// <summary>Gets the frame in which the game stopped.</summary>
    public long Frame { get; }

    /// <summary>Runs exactly these frames (1 to 36,000) with these buttons down, and returns values of the last frame.</summary>
    /// <param name="frames">The frames.</param>
    /// <param name="buttons">The buttons, separated by +; null or empty for none.</param>
    /// <param name="read">What to read, at most 256 places.</param>
    /// <param name="draw">Whether the game draws its picture; false is faster.</param>
    /// <param name="picture">The picture to take.</param>
    /// <param name="sensors">What to set of the cartridge's sensors before the step.</param>
    /// <param name="cancellationToken">Cancels the step.</param>
    public async Task<Readings> StepAsync(int frames = 1, string? buttons = null, IReadOnlyList<Place>? read = null, bool draw = true,
        Picture? picture = null, SensorChange? sensors = null, CancellationToken cancellationToken = default)
    {
        var body = new StepJson(frames, string.IsNullOrEmpty(buttons) ? null : buttons.Split('+'), Lease, read, draw ? null : false,
            PictureJson.Of(picture), sensors);
        var call = Call.Of(HttpMethod.Post, $"{_path}/frames/step", body, Default.StepJson);
        return (await Emulator.Bridge.Transport.SendAsync(call, Default.ReadingsJson, cancellationToken).ConfigureAwait(false)).Readings;
    }

    /// <summary>Plays one turn of the held game, like <see cref="MgbaBridge.Emulator.ActAsync"/>.</summary>
    public Task<TurnResult> ActAsync(Turn turn, CancellationToken cancellationToken = default) =>
        Emulator.ActAsync(turn with { Lease = Lease }, cancellationToken);

    /// <summary>
    /// Plays a movie in the held game, like <see cref="MgbaBridge.Emulator.PlayMovieAsync"/>. The game stands still after it.
    /// </summary>
    public Task<MoviePlayed> PlayMovieAsync(string name, double? speed = null, int? to = null, string? until = null,
        CancellationToken cancellationToken = default) => Emulator.PlayMovieAsync(name, speed, to, until, Lease, cancellationToken);

    /// <summary>Renews the lease without a step.</summary>
    public Task RenewAsync(TimeSpan? lease = null, CancellationToken cancellationToken = default) => Emulator.Bridge.Transport.SendAsync(
        Call.Of(
            HttpMethod.Post, $"{_path}/frames/hold", new HoldJson(lease?.TotalSeconds, Lease: Lease), Default.HoldJson, isRepeatable: true),
        cancellationToken);

    /// <summary>Lets the game run. Does nothing if the hold has ended.</summary>
    public async Task ReleaseAsync(CancellationToken cancellationToken = default)
    {
        var call = new Call(HttpMethod.Delete, $"{_path}/frames/hold?lease={Uri.EscapeDataString(Lease)}", IsRepeatable: true);
        try
        {
            await Emulator.Bridge.Transport.SendAsync(call, cancellationToken).ConfigureAwait(false);
        }
        catch (ProblemException problem) when (problem.Type == ProblemTypes.NotHeld)
        {
            // The lease has ended, so the game runs.
        }
    }

    /// <summary>Lets the game run.</summary>
    public ValueTask DisposeAsync() => new(ReleaseAsync());
}
