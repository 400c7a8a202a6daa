namespace Bridge.Api.Tests;

/// <summary>A running bridge whose default emulator is a <see cref="FakeEmulator"/>, new for each test.</summary>
public abstract class FakedBridge(params (string Key, string Value)[] settings) : IAsyncLifetime
{
    private BridgeHost? _bridge;

    protected FakeEmulator Fake { get; } = new();

    protected BridgeHost Bridge => _bridge ?? throw new InvalidOperationException("The bridge is not started yet.");

    protected HttpClient Client => Bridge.Client;

    public virtual async ValueTask InitializeAsync()
    {
        Start();
        await Bridge.ReachesAsync("running");
    }

    protected void Start() => _bridge = BridgeHost.For(Fake.Port, settings);

    public virtual async ValueTask DisposeAsync()
    {
        GC.SuppressFinalize(this);
        if (_bridge is not null)
            await _bridge.DisposeAsync();
        await Fake.DisposeAsync();
    }
}
