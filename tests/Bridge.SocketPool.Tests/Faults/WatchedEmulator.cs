using System.Buffers.Binary;
using System.Text;
using Bridge.SocketPool.Commands;
using Bridge.Testing;
using Microsoft.Extensions.Logging.Abstractions;

namespace Bridge.SocketPool.Tests.Faults;

/// <summary>A real emulator with a direct connection that bypasses every fault.</summary>
internal sealed class WatchedEmulator(RealEmulator emulator) : IAsyncDisposable
{
    private readonly EmulatorClient _watcher =
        new("watcher", new EmulatorOptions { Port = emulator.Port, Connections = 1 }, TimeProvider.System, NullLogger.Instance);

    public int Port => emulator.Port;

    /// <summary>Gets the secret for a hello; a client finds no key file for the port of the proxy.</summary>
    public string Secret => emulator.Key;

    public static async Task<WatchedEmulator> StartAsync()
    {
        var watched = new WatchedEmulator(await RealEmulator.StartNewAsync());
        await Eventually.HoldsAsync(() => watched._watcher.State == EmulatorState.Running);
        return watched;
    }

    /// <summary>Returns how often the game has seen a button go down, after all presses have ended.</summary>
    public async Task<int> PressesAsync()
    {
        await Eventually.HoldsAsync(async () =>
        {
            using var buttons = await AskAsync(CommandTable.ButtonsGet.Request());
            return Encoding.ASCII.GetString(buttons.Arguments).EndsWith(" 0", StringComparison.Ordinal);
        }, "no press is queued or running");
        // The game sees a key in the frame after the script has changed it.
        (await AskAsync(CommandTable.FramesWait.Request(3))).Dispose();
        // A counter of two bytes for each of the ten buttons.
        using var counters = await AskAsync(CommandTable.MemoryRead.Request(0x02000020, 20, null));
        return Enumerable.Range(0, 10).Sum(button => BinaryPrimitives.ReadUInt16LittleEndian(counters.Payload.Span[(2 * button)..]));
    }

    public async ValueTask DisposeAsync()
    {
        await _watcher.DisposeAsync();
        await emulator.DisposeAsync();
    }

    private ValueTask<EmulatorReply> AskAsync(EmulatorRequest request) => _watcher.SendAsync(request, CancellationToken.None);
}
