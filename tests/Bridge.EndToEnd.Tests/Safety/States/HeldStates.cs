using System.Security.Cryptography;
using Bridge.EndToEnd.Tests.Playing;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;
using Bridge.Testing.States;
using Microsoft.Extensions.Logging.Abstractions;

namespace Bridge.EndToEnd.Tests.Safety.States;

/// <summary>States of a held game, whose memory changes only by loading a state.</summary>
internal sealed class HeldStates(RunningGame game, int machineBytes)
{
    /// <summary>Returns a state in the format of the query.</summary>
    public async Task<byte[]> GetAsync(string query = "") => (await SavedState.GetAsync(game.Client, query)).Bytes;

    /// <summary>Returns a state as the PNG that mGBA itself writes, which the bridge doesn't ask our host for.</summary>
    public async Task<byte[]> OwnPngAsync()
    {
        await using var client = await ConnectAsync();
        using var reply = await client.SaveStateAsync(StateParts.All, CancellationToken.None);
        return reply.Payload.ToArray();
    }

    /// <summary>Returns a connected client of the script.</summary>
    public async Task<EmulatorClient> ConnectAsync()
    {
        var options = new EmulatorOptions { Port = game.Emulator.Port };
        var client = new EmulatorClient("default", options, TimeProvider.System, NullLogger.Instance);
        await Eventually.HoldsAsync(() => client.State is EmulatorState.Held or EmulatorState.Running, "the client is connected");
        return client;
    }

    /// <summary>Returns the game's raw state.</summary>
    public async Task<RawState> ReadAsync() => RawState.Read(await GetAsync(), machineBytes);

    /// <summary>Returns a hash of the machine, its save memory and its clock.</summary>
    public async Task<string> HashAsync()
    {
        var state = await ReadAsync();
        return Convert.ToHexString(
            SHA256.HashData([.. state.Machine, .. state[RawState.SaveMemory] ?? [], .. state[RawState.Clock] ?? []]));
    }

    /// <summary>Loads a state.</summary>
    /// <returns>The status and the text of the response.</returns>
    public async Task<(int Status, string Text)> PutAsync(byte[] state)
    {
        using var response = await SavedState.PutAsync(game.Client, state);
        return ((int)response.StatusCode, await response.Content.ReadAsStringAsync());
    }

    /// <summary>Loads a state with its save memory written into the save file.</summary>
    /// <returns>The status and the text of the response.</returns>
    public async Task<(int Status, string Text)> LoadFileAsync(byte[] state)
    {
        await File.WriteAllBytesAsync(Path.Combine(game.FileFolder, "held.ss1"), state);
        using var response = await game.Client.PostAsync("/core/loadstatefile?path=held.ss1&flags=31", null);
        return ((int)response.StatusCode, await response.Content.ReadAsStringAsync());
    }

    /// <summary>Loads a state from a slot of our own host.</summary>
    /// <returns>The status and the text of the response.</returns>
    public async Task<(int Status, string Text)> LoadSlotAsync(byte[] state)
    {
        await File.WriteAllBytesAsync(Path.Combine(game.Emulator.SaveFolder, $"{Path.GetFileNameWithoutExtension(game.Emulator.Rom)}.ss5"),
            state);
        using var response = await game.Client.PostAsync("/emulators/default/slots/5/load", null);
        return ((int)response.StatusCode, await response.Content.ReadAsStringAsync());
    }

    /// <summary>Loads a state, which must succeed.</summary>
    public async Task LoadAsync(byte[] state)
    {
        var (status, text) = await PutAsync(state);
        Assert.True(status == 200, $"{status}: {text}");
    }
}
