namespace Bridge.EndToEnd.Tests.Lifecycle;

/// <summary>
/// Clients that disconnect while they are being answered. Neither mGBA's own window nor the host with <c>--no-idle</c> handles SIGPIPE.
/// </summary>
public sealed class LeavingClientTests : IAsyncDisposable
{
    private readonly RealEmulator _emulator = new(RealEmulator.ButtonTest, "--no-idle");

    public ValueTask DisposeAsync() => _emulator.DisposeAsync();

    // Each reads the 256 KiB of memory at 0x02000000, which take several sends.
    [Theory]
    [InlineData("2 memory.read 0 0 33554432 262144 -\n<|END|>")]
    [InlineData("2 echo 0 5\nhello<|END|>3 memory.read 0 0 33554432 262144 -\n<|END|>4 memory.read 0 0 33554432 262144 -\n<|END|>")]
    public async Task A_client_that_closes_before_an_answer_of_several_sends_does_not_end_the_emulator(string requests)
    {
        await _emulator.StartAsync();
        for (var i = 0; i < 10; i++)
        {
            using var client = await ScriptConnection.OpenAsync(_emulator.Port);
            Assert.StartsWith("1 ok ", await client.GreetAsync("leaving", _emulator.Key), StringComparison.Ordinal);
            await client.SendAsync(requests);
        }

        await AssertStillThereAsync();
    }

    [Fact]
    public async Task A_bridge_that_is_killed_amid_large_answers_does_not_end_the_emulator()
    {
        await _emulator.StartAsync();
        for (var i = 0; i < 5; i++)
        {
            await using var bridge = new BridgeProcess($"--Bridge:Emulators:default:Port={_emulator.Port}");
            await bridge.ListensAsync();
            using var client = new HttpClient { BaseAddress = bridge.Address };
            await client.IsReadyAsync();
            var reads = Enumerable.Range(0, 32)
                .Select(_ => client.GetByteArrayAsync("emulators/default/memory/0x02000000?length=262144")).ToArray();
            Assert.NotEmpty(await await Task.WhenAny(reads));

            ProcessSignals.Send(bridge.Id, ProcessSignals.Kill);
            await bridge.EndsAsync();
            await ((Task)Task.WhenAll(reads)).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing
                | ConfigureAwaitOptions.ContinueOnCapturedContext);
            Assert.Contains(reads, read => read.IsFaulted);
        }

        await AssertStillThereAsync();
    }

    private async Task AssertStillThereAsync()
    {
        using var last = await ScriptConnection.OpenAsync(_emulator.Port);
        Assert.StartsWith("1 ok ", await last.GreetAsync("last", _emulator.Key), StringComparison.Ordinal);
    }
}
