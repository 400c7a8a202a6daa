namespace Bridge.EndToEnd.Tests.Lifecycle;

/// <summary>The built program as a process of its own.</summary>
public sealed class ProgramTests : IAsyncLifetime
{
    private readonly RealEmulator _emulator = new();

    public async ValueTask InitializeAsync() => await _emulator.StartAsync();

    public ValueTask DisposeAsync() => _emulator.DisposeAsync();

    [Theory]
    [InlineData(ProcessSignals.Terminate)]
    [InlineData(ProcessSignals.Interrupt)]
    [InlineData(ProcessSignals.HangUp)]
    public async Task The_program_works_and_ends_gracefully(int signal)
    {
        await using var bridge = new BridgeProcess($"--Bridge:Emulators:default:Port={_emulator.Port}");
        await bridge.ListensAsync();
        using var client = new HttpClient { BaseAddress = bridge.Address };
        await client.IsReadyAsync();
        Assert.Equal("hello", await client.GetStringAsync("/mgbaendpoint?message=hello"));

        ProcessSignals.Send(bridge.Id, signal);
        Assert.Equal(0, await bridge.EndsAsync());
        await Eventually.HoldsAsync(() => _emulator.Output.Contains(" disconnected: closed by the other side", StringComparison.Ordinal));
    }
}
