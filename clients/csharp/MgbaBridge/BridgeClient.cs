namespace MgbaBridge;

/// <summary>Options of a <see cref="BridgeClient"/>.</summary>
public sealed record BridgeClientOptions
{
    /// <summary>Gets the address; default http://127.0.0.1:7185.</summary>
    public Uri Address { get; init; } = new("http://127.0.0.1:7185");

    /// <summary>Gets the token; null for none.</summary>
    public string? Token { get; init; }

    /// <summary>Gets how often a request that can't do anything twice is repeated.</summary>
    public int Retries { get; init; } = 3;

    /// <summary>Gets how long a response may take; waits and long steps need more than their frames take.</summary>
    public TimeSpan Timeout { get; init; } = TimeSpan.FromMinutes(1);

    /// <summary>Gets the clock of the waits between attempts.</summary>
    public TimeProvider TimeProvider { get; init; } = TimeProvider.System;
}

/// <summary>A bridge. Its connections are kept open and shared; it can be used from several threads at a time.</summary>
public sealed class BridgeClient : IDisposable
{
    // Streams have no end, so their client has no timeout.
    private readonly HttpClient _client;
    private readonly HttpClient _streams;

    /// <summary>Creates a client of an address.</summary>
    public BridgeClient(string address)
        : this(new BridgeClientOptions { Address = new Uri(address) })
    {
    }

    /// <summary>Creates a client.</summary>
    public BridgeClient(BridgeClientOptions? options = null)
        : this(options ?? new BridgeClientOptions(), new SocketsHttpHandler())
    {
    }

    internal BridgeClient(BridgeClientOptions options, HttpMessageHandler handler)
    {
        _client = Configure(new HttpClient(handler), options, options.Timeout);
        _streams = Configure(new HttpClient(handler, disposeHandler: false), options, System.Threading.Timeout.InfiniteTimeSpan);
        Clock = options.TimeProvider;
        Transport = new Transport(_client, options);
        Streams = new Transport(_streams, options);
    }

    internal TimeProvider Clock { get; }

    internal Transport Transport { get; }

    internal Transport Streams { get; }

    /// <summary>Returns an emulator by name. Sends nothing.</summary>
    public Emulator Emulator(string name = "default") => new(this, name);

    /// <summary>Returns the state of each emulator by name: running, held, paused, no-emulator …</summary>
    public async Task<IReadOnlyDictionary<string, string>> GetEmulatorsAsync(CancellationToken cancellationToken = default)
    {
        var list = await Transport.SendAsync(Call.Get("/emulators"), ClientJson.Default.EmulatorsJson, cancellationToken)
            .ConfigureAwait(false);
        return list.Emulators.ToDictionary(each => each.Name, each => each.State);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _streams.Dispose();
        _client.Dispose();
    }

    private static HttpClient Configure(HttpClient client, BridgeClientOptions options, TimeSpan timeout)
    {
        client.BaseAddress = options.Address;
        client.Timeout = timeout;
        client.DefaultRequestHeaders.UserAgent.ParseAdd("MgbaBridge/1.0");
        if (options.Token is not null)
            client.DefaultRequestHeaders.Authorization = new("Bearer", options.Token);
        return client;
    }
}
