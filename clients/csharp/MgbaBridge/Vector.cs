using static MgbaBridge.VectorJson;

namespace MgbaBridge;

/// <summary>
/// Up to 256 copies of a game that step together, over HTTP. <see cref="BridgeClient.CreateVectorAsync"/> creates them. One client at a
/// time steps a vector.
/// </summary>
public sealed class Vector
{
    private const string OctetStream = "application/octet-stream";

    private readonly BridgeClient _bridge;
    private readonly string _path;

    internal Vector(BridgeClient bridge, string name)
    {
        ArgumentException.ThrowIfNullOrEmpty(name);
        (_bridge, Name, _path) = (bridge, name, $"/vectors/{Uri.EscapeDataString(name)}");
    }

    /// <summary>Gets its name.</summary>
    public string Name { get; }

    private Transport Transport => _bridge.Transport;

    /// <summary>Returns what it runs, and how many of its games were replaced.</summary>
    public Task<VectorDescription> GetInfoAsync(CancellationToken cancellationToken = default) =>
        Transport.SendAsync(Call.Get(_path), Default.VectorDescription, cancellationToken);

    /// <summary>Steps games, and returns the result of each, in order.</summary>
    /// <param name="step">Which games, and what they do; null: a step of all without buttons.</param>
    /// <param name="cancellationToken">Cancels the request; games may still run the step.</param>
    /// <exception cref="ProblemException">
    /// For example 404 <c>unknown-vector</c>: it has ended; and 409 <c>conflict</c>: another client steps it, and nothing was stepped.
    /// </exception>
    public async Task<IReadOnlyList<VectorResult>> StepAsync(VectorStep? step = null, CancellationToken cancellationToken = default)
    {
        var call = Call.Of(HttpMethod.Post, _path + "/step", (step ?? new VectorStep()).ToJson(), Default.VectorStepJson);
        return (await Transport.SendAsync(call, Default.VectorResultsJson, cancellationToken).ConfigureAwait(false)).Results;
    }

    /// <summary>Resets games to a start, and runs one frame without buttons.</summary>
    /// <param name="games">Which games, from 0; null: all.</param>
    /// <param name="start">0 to 15.</param>
    /// <param name="seed">
    /// Begins the random numbers anew as <see cref="NewVector.Seed"/> does: each game gets its own from it. null: they go on.
    /// </param>
    /// <param name="cancellationToken">Cancels the request; games may still run the frame.</param>
    /// <exception cref="ProblemException">As for <see cref="StepAsync"/>.</exception>
    public async Task<IReadOnlyList<VectorResult>> ResetAsync(
        IReadOnlyList<int>? games = null, int start = 0, long? seed = null, CancellationToken cancellationToken = default)
    {
        var call = Call.Of(HttpMethod.Post, _path + "/reset", new VectorResetJson(games, start, seed), Default.VectorResetJson);
        return (await Transport.SendAsync(call, Default.VectorResultsJson, cancellationToken).ConfigureAwait(false)).Results;
    }

    /// <summary>Sets what steps read, at most 64 numbers, from the next one on.</summary>
    public Task SetReadsAsync(IReadOnlyList<Place> read, CancellationToken cancellationToken = default) => Transport.SendAsync(
        Call.Of(HttpMethod.Put, _path + "/read", new VectorReadsJson(read), Default.VectorReadsJson, isRepeatable: true),
        cancellationToken);

    /// <summary>Sets one of the 16 starts for resets to a named state, or to the console just switched on.</summary>
    /// <param name="index">0 to 15.</param>
    /// <param name="start">The start.</param>
    /// <param name="cancellationToken">Cancels the request.</param>
    public Task SetStartAsync(int index, VectorStart start, CancellationToken cancellationToken = default) => Transport.SendAsync(
        Call.Of(HttpMethod.Put, $"{_path}/starts/{index}", start, Default.VectorStart, isRepeatable: true), cancellationToken);

    /// <summary>Sets one of the 16 starts for resets to a state.</summary>
    /// <param name="index">0 to 15.</param>
    /// <param name="state">What <see cref="GetStateAsync"/> returns.</param>
    /// <param name="cancellationToken">Cancels the request.</param>
    public Task SetStartAsync(int index, ReadOnlyMemory<byte> state, CancellationToken cancellationToken = default) =>
        Transport.SendAsync(new Call(HttpMethod.Put, $"{_path}/starts/{index}", state, IsRepeatable: true), cancellationToken);

    /// <summary>Sets how long after its last use the vector ends.</summary>
    /// <param name="lease">1 second to 7 days, or <see cref="Timeout.InfiniteTimeSpan"/> for never.</param>
    /// <param name="cancellationToken">Cancels the request.</param>
    public Task SetLeaseAsync(TimeSpan lease, CancellationToken cancellationToken = default) => Transport.SendAsync(
        Call.Of(HttpMethod.Put, _path + "/lease", LeaseSettingJson.Of(lease), ClientJson.Default.LeaseSettingJson, isRepeatable: true),
        cancellationToken);

    /// <summary>Returns the picture of a game in the console's size as a PNG.</summary>
    public Task<byte[]> GetScreenAsync(int game, CancellationToken cancellationToken = default) =>
        FetchAsync($"{game}/screen", "image/png", cancellationToken);

    /// <summary>Returns the pictures of the latest step of the first 64 games in one PNG.</summary>
    public Task<byte[]> GetScreensAsync(CancellationToken cancellationToken = default) =>
        FetchAsync("screens", "image/png", cancellationToken);

    /// <summary>Returns the state of a game.</summary>
    public Task<byte[]> GetStateAsync(int game, CancellationToken cancellationToken = default) =>
        FetchAsync($"{game}/state", OctetStream, cancellationToken);

    /// <summary>
    /// Returns what a game did since its latest reset as a movie, which <see cref="Emulator.StoreMovieAsync"/> takes.
    /// </summary>
    /// <exception cref="ProblemException">
    /// For example <c>conflict</c>: the game has had more than 4,096 actions since then, or its start was set anew.
    /// </exception>
    public Task<byte[]> GetMovieAsync(int game, CancellationToken cancellationToken = default) =>
        FetchAsync($"{game}/movie", OctetStream, cancellationToken);

    /// <summary>Starts an ordinary emulator that goes on from a game.</summary>
    /// <param name="game">The game.</param>
    /// <param name="name">The emulator's name; null: a new one.</param>
    /// <param name="speed">0.25 to 16, 0 for as fast as possible; null: 1.</param>
    /// <param name="lease">How long after its last request it ends; null: 10 minutes.</param>
    /// <param name="labels">Labels to find it by.</param>
    /// <param name="cancellationToken">Cancels the request.</param>
    public async Task<Emulator> CreateEmulatorAsync(int game, string? name = null, double? speed = null, TimeSpan? lease = null,
        IReadOnlyDictionary<string, string>? labels = null, CancellationToken cancellationToken = default)
    {
        var body = new VectorEmulatorJson(name, speed, lease is { } time ? LeaseSettingJson.Of(time) : null, labels);
        var call = Call.Of(HttpMethod.Post, $"{_path}/{game}/emulator", body, Default.VectorEmulatorJson);
        return _bridge.Emulator(
            (await Transport.SendAsync(call, ClientJson.Default.NameJson, cancellationToken).ConfigureAwait(false)).Name);
    }

    /// <summary>Ends the vector.</summary>
    public Task EndAsync(CancellationToken cancellationToken = default) =>
        Transport.SendAsync(new Call(HttpMethod.Delete, _path, IsRepeatable: true), cancellationToken);

    private async Task<byte[]> FetchAsync(string what, string mediaType, CancellationToken cancellationToken) =>
        (await Transport.FetchAsync(Call.Get($"{_path}/{what}"), mediaType, cancellationToken).ConfigureAwait(false)).Body;
}
