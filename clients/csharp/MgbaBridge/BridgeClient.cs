using System.Text.Json;

namespace MgbaBridge;

/// <summary>Options of a <see cref="BridgeClient"/>.</summary>
public sealed record BridgeClientOptions
{
    /// <summary>Gets the address; default http://127.0.0.1:7185.</summary>
    public Uri Address { get; init; } = new("http://127.0.0.1:7185");

    /// <summary>Gets the token; null for none.</summary>
    public string? Token { get; init; }

    /// <summary>Gets how often a failed request is sent again: only one that did not run, or that can't do anything twice.</summary>
    public int Retries { get; init; } = 3;

    /// <summary>
    /// Gets how long a response may take; waits and long steps need more than their frames take. Of a stream of events only the start
    /// counts.
    /// </summary>
    public TimeSpan Timeout { get; init; } = TimeSpan.FromMinutes(1);

    /// <summary>Gets the clock of the waits between attempts and of the silence after which a stream connects again.</summary>
    public TimeProvider TimeProvider { get; init; } = TimeProvider.System;
}

/// <summary>A bridge. Its connections are kept open and shared; it can be used from several threads at a time.</summary>
public sealed partial class BridgeClient : IDisposable
{
    private static readonly TimeSpan ReadyPoll = TimeSpan.FromMilliseconds(100);

    private readonly HttpClient _client;

    /// <summary>Creates a client of an address.</summary>
    public BridgeClient(string address)
        : this(new BridgeClientOptions { Address = new Uri(address) })
    {
    }

    /// <summary>Creates a client.</summary>
    public BridgeClient(BridgeClientOptions? options = null)
        : this(options ??= new BridgeClientOptions(), NewHandler(options.Address))
    {
    }

    internal BridgeClient(BridgeClientOptions options, HttpMessageHandler handler)
    {
        _client = Configure(new HttpClient(handler), options);
        Clock = options.TimeProvider;
        Transport = new Transport(_client, options);
    }

    internal TimeProvider Clock { get; }

    internal Transport Transport { get; }

    /// <summary>Returns an emulator by name. Sends nothing.</summary>
    public Emulator Emulator(string name = "default") => new(this, name);

    /// <summary>Returns the state of each emulator by name: running, held, paused, no-emulator …</summary>
    public async Task<IReadOnlyDictionary<string, string>> GetEmulatorsAsync(CancellationToken cancellationToken = default)
    {
        var list = await Transport.SendAsync(Call.Get("/emulators"), ClientJson.Default.EmulatorsJson, cancellationToken)
            .ConfigureAwait(false);
        return list.Emulators.ToDictionary(each => each.Name, each => each.State);
    }

    /// <summary>
    /// Starts another emulator with a game from the bridge's ROM folder. It runs until <see cref="MgbaBridge.Emulator.EndAsync"/> or until
    /// its lease runs out, or for 60 seconds if nobody uses it.
    /// </summary>
    public async Task<Emulator> CreateAsync(NewEmulator options, CancellationToken cancellationToken = default)
    {
        // The key makes the bridge create one emulator, however often the request is sent.
        var call = Call.Of(HttpMethod.Post, "/emulators", options.ToJson(), ClientJson.Default.CreateJson, isRepeatable: true)
            with { Key = Guid.NewGuid().ToString("N") };
        return Emulator((await Transport.SendAsync(call, ClientJson.Default.NameJson, cancellationToken).ConfigureAwait(false)).Name);
    }

    /// <summary>Holds the games of several emulators, so that they step together.</summary>
    /// <param name="names">The emulators; null: all.</param>
    /// <param name="lease">How long after its last step a hold ends, 0.1 to 600 seconds; null: 20.</param>
    /// <param name="exclusive">Whether no other client can step the games.</param>
    /// <param name="owner">The name that other clients see.</param>
    /// <param name="cancellationToken">Cancels the requests.</param>
    public async Task<HeldGroup> HoldAllAsync(IEnumerable<string>? names = null, TimeSpan? lease = null, bool exclusive = false,
        string? owner = null, CancellationToken cancellationToken = default)
    {
        var holds = new List<GameHold>();
        var group = new HeldGroup(this, holds);
        try
        {
            foreach (var name in names ?? (await GetEmulatorsAsync(cancellationToken).ConfigureAwait(false)).Keys)
                holds.Add(await Emulator(name).HoldAsync(lease, exclusive, owner, cancellationToken).ConfigureAwait(false));
            return group;
        }
        catch
        {
            try
            {
                await group.ReleaseAsync(CancellationToken.None).ConfigureAwait(false);
            }
            catch (BridgeException)
            {
                // The caller needs the first exception; a hold that can't be released ends with its lease.
            }

            throw;
        }
    }

    /// <summary>Waits until an emulator has a game.</summary>
    /// <param name="timeout">The timeout; null: 30 seconds.</param>
    /// <param name="emulator">The emulator.</param>
    /// <param name="cancellationToken">Cancels the wait.</param>
    /// <exception cref="BridgeUnreachableException">
    /// After the timeout the bridge can't be reached, or the emulator has no game. Any other problem is thrown at once.
    /// </exception>
    /// <exception cref="OutcomeUnknownException">After the timeout the connection still breaks.</exception>
    public async Task<EmulatorDescription> WaitUntilReadyAsync(
        TimeSpan? timeout = null, string emulator = "default", CancellationToken cancellationToken = default)
    {
        var start = Clock.GetTimestamp();
        while (true)
        {
            try
            {
                var info = await Emulator(emulator).GetInfoAsync(cancellationToken).ConfigureAwait(false);
                if (info.State is "running" or "held" or "stopped")
                    return info;
                throw new BridgeUnreachableException(
                    $"The emulator \"{emulator}\" is in the state {info.State}; GET /health says what to do.");
            }
            // A proxy accepts connections before the bridge does, and closes them.
            catch (BridgeException error) when (error is BridgeUnreachableException or OutcomeUnknownException { Status: 0 }
                && Clock.GetElapsedTime(start) < (timeout ?? TimeSpan.FromSeconds(30)))
            {
                await Task.Delay(ReadyPoll, Clock, cancellationToken).ConfigureAwait(false);
            }
        }
    }

    /// <summary>
    /// Plays a movie in a process of its own, and compares the game with it. No emulator is needed or changed. A long movie needs a longer
    /// <see cref="BridgeClientOptions.Timeout"/>.
    /// </summary>
    /// <param name="movie">What <see cref="MgbaBridge.Emulator.GetMovieAsync"/> returns.</param>
    /// <param name="rom">
    /// A name that <see cref="MgbaBridge.Emulator.GetRomsAsync"/> returns; null: the ROM with the movie's checksum.
    /// </param>
    /// <param name="cancellationToken">Cancels the request.</param>
    /// <exception cref="ProblemException">
    /// For example 404 <c>unknown-rom</c>; and 409 <c>conflict</c>: the movie is of another ROM.
    /// </exception>
    public Task<MovieVerified> VerifyMovieAsync(
        ReadOnlyMemory<byte> movie, string? rom = null, CancellationToken cancellationToken = default)
    {
        var path = rom is null ? "/movies/verify" : $"/movies/verify?rom={Uri.EscapeDataString(rom)}";
        var call = new Call(HttpMethod.Post, path, movie, IsRepeatable: true);
        return Transport.SendAsync(call, MovieJson.Default.MovieVerified, cancellationToken);
    }

    /// <summary>Returns version, status, and what to do next about each emulator.</summary>
    public Task<JsonElement> GetHealthAsync(CancellationToken cancellationToken = default) =>
        Transport.SendAsync(Call.Get("/health"), ClientJson.Default.JsonElement, cancellationToken);

    /// <summary>Returns the open doors of all emulators.</summary>
    public async Task<IReadOnlyList<Door>> GetDoorsAsync(CancellationToken cancellationToken = default) =>
        (await Transport.SendAsync(Call.Get("/doors"), DoorJson.Default.DoorsBody, cancellationToken).ConfigureAwait(false)).Doors;

    /// <summary>Returns counters and times of each emulator.</summary>
    public Task<JsonElement> GetMetersAsync(CancellationToken cancellationToken = default) =>
        Transport.SendAsync(Call.Get("/meters"), ClientJson.Default.JsonElement, cancellationToken);

    /// <inheritdoc/>
    public void Dispose()
    {
        _client.Dispose();
    }

    // A proxy reads plain HTTP with its token, and the target of a redirect would get the request's body.
    private static SocketsHttpHandler NewHandler(Uri address) => new()
    {
        AllowAutoRedirect = false, UseProxy = !address.IsLoopback && address.Scheme == Uri.UriSchemeHttps,
    };

    private static HttpClient Configure(HttpClient client, BridgeClientOptions options)
    {
        client.BaseAddress = options.Address;
        client.Timeout = options.Timeout;
        client.DefaultRequestHeaders.UserAgent.ParseAdd("MgbaBridge/1.0");
        if (options.Token is not null)
            client.DefaultRequestHeaders.Authorization = new("Bearer", options.Token);
        return client;
    }
}
