using System.Runtime.Versioning;
using Bridge.Api.Features.OnDemand;

namespace Bridge.Api.Tests.Features.OnDemand;

/// <summary>A test with <see cref="FakeHosts"/> and <see cref="OnDemandParts"/> of its own.</summary>
[SupportedOSPlatform("linux")]
public abstract class OnDemandTest : IAsyncLifetime
{
    private readonly OnDemandOptions? _options;
    private FakeHosts? _hosts;
    private OnDemandParts? _parts;

    private protected OnDemandTest(OnDemandOptions? options = null) => _options = options;

    private protected FakeHosts Hosts => _hosts ?? throw new InvalidOperationException("The test has not begun.");

    private protected OnDemandParts Parts => _parts ?? throw new InvalidOperationException("The test has not begun.");

    private protected OnDemandEmulators Emulators => Parts.Emulators;

    public ValueTask InitializeAsync()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "The bridge creates emulators on Linux only.");
        _hosts = new FakeHosts();
        _parts = new OnDemandParts(_hosts, _options);
        return ValueTask.CompletedTask;
    }

    public async ValueTask DisposeAsync()
    {
        GC.SuppressFinalize(this);
        if (_parts is not null)
            await _parts.DisposeAsync();
        _hosts?.Dispose();
    }
}
