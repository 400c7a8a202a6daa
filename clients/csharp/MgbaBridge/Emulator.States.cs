using static MgbaBridge.ClientJson;

namespace MgbaBridge;

public sealed partial class Emulator
{
    /// <summary>Returns the save state of the running game.</summary>
    public async Task<byte[]> GetStateAsync(CancellationToken cancellationToken = default) =>
        (await Transport.FetchAsync(Call.Get($"{_path}/state"), OctetStream, cancellationToken).ConfigureAwait(false)).Body;

    /// <summary>Loads a state from its bytes, at most 2 MiB.</summary>
    /// <returns>The frame.</returns>
    public Task<long> RestoreAsync(ReadOnlyMemory<byte> state, CancellationToken cancellationToken = default) =>
        FrameAsync(new Call(HttpMethod.Put, $"{_path}/state", state, IsRepeatable: true), cancellationToken);

    /// <summary>Saves the running game under a name: 1 to 64 characters A-Z, a-z, 0-9, -, _ and dots.</summary>
    /// <param name="name">The name.</param>
    /// <param name="note">A line of at most 200 characters for <see cref="GetStateTreeAsync"/>; null: none.</param>
    /// <param name="cancellationToken">Cancels the request.</param>
    public Task SaveStateAsync(string name, string? note = null, CancellationToken cancellationToken = default)
    {
        var query = note is null ? "" : $"?note={Uri.EscapeDataString(note)}";
        return Transport.SendAsync(new Call(HttpMethod.Put, State(name) + query, IsRepeatable: true), cancellationToken);
    }

    /// <summary>Loads a named state.</summary>
    /// <param name="name">The name.</param>
    /// <param name="force">Whether to load also a state of another build of the game, like a ROM hack before its last change.</param>
    /// <param name="cancellationToken">Cancels the request.</param>
    /// <returns>The frame.</returns>
    public Task<long> LoadStateAsync(string name, bool force = false, CancellationToken cancellationToken = default) =>
        FrameAsync(new Call(HttpMethod.Post, $"{State(name)}/load{(force ? "?force=true" : "")}", IsRepeatable: true), cancellationToken);

    /// <summary>Keeps the bytes of a state under a name.</summary>
    public Task StoreStateAsync(string name, ReadOnlyMemory<byte> state, CancellationToken cancellationToken = default) =>
        Transport.SendAsync(new Call(HttpMethod.Put, State(name), state, IsRepeatable: true), cancellationToken);

    /// <summary>Returns the bytes of a named state.</summary>
    public async Task<byte[]> GetStoredStateAsync(string name, CancellationToken cancellationToken = default) =>
        (await Transport.FetchAsync(Call.Get(State(name)), OctetStream, cancellationToken).ConfigureAwait(false)).Body;

    /// <summary>Deletes a named state.</summary>
    public Task DeleteStateAsync(string name, CancellationToken cancellationToken = default) =>
        Transport.SendAsync(new Call(HttpMethod.Delete, State(name)), cancellationToken);

    /// <summary>Returns the names of the running game's states.</summary>
    public async Task<IReadOnlyList<string>> GetStatesAsync(CancellationToken cancellationToken = default)
    {
        var list = await Transport.SendAsync(Call.Get($"{_path}/states"), Default.StatesJson, cancellationToken).ConfigureAwait(false);
        return [.. list.States.Select(each => each.Name)];
    }

    /// <summary>Returns the running game's states, and from which other state the game came to each.</summary>
    public async Task<IReadOnlyList<StateNode>> GetStateTreeAsync(CancellationToken cancellationToken = default) =>
        (await Transport.SendAsync(Call.Get($"{_path}/states?tree=true"), Default.StateTreeJson, cancellationToken).ConfigureAwait(false))
        .States;

    /// <summary>Returns the picture of a named state as a PNG.</summary>
    /// <exception cref="ProblemException">For example 404 <see cref="ProblemTypes.UnknownState"/>: it has no picture.</exception>
    public async Task<byte[]> GetStatePictureAsync(string name, CancellationToken cancellationToken = default) =>
        (await Transport.FetchAsync(Call.Get($"{State(name)}/picture"), PngType, cancellationToken).ConfigureAwait(false)).Body;

    /// <summary>
    /// Runs the game from a state's parent to the state, and compares the memory. A long replay needs a longer
    /// <see cref="BridgeClientOptions.Timeout"/>.
    /// </summary>
    /// <param name="name">The name of the state.</param>
    /// <param name="speed">0.25 to 16, or 0 for unlimited, which need the scope admin with tokens; null: the present speed.</param>
    /// <param name="lease">The lease of the hold, required if it is exclusive.</param>
    /// <param name="cancellationToken">Ends it; the game goes on from there.</param>
    /// <exception cref="ProblemException">For example 409 <c>conflict</c>: it has no parent. The game is unchanged then.</exception>
    public Task<MoviePlayed> ReplayStateAsync(
        string name, double? speed = null, string? lease = null, CancellationToken cancellationToken = default)
    {
        var call = Call.Of(
            HttpMethod.Post, $"{State(name)}/replay", new PlayMovieJson(speed, Lease: lease), MovieJson.Default.PlayMovieJson);
        return Transport.SendAsync(call, MovieJson.Default.MoviePlayed, cancellationToken);
    }

    /// <summary>Saves to one of mGBA's slots, 0 to 9.</summary>
    public Task SaveSlotAsync(int slot, CancellationToken cancellationToken = default) =>
        Transport.SendAsync(new Call(HttpMethod.Post, $"{_path}/slots/{slot}/save", IsRepeatable: true), cancellationToken);

    /// <summary>Loads one of mGBA's slots, 0 to 9.</summary>
    /// <returns>The frame.</returns>
    public Task<long> LoadSlotAsync(int slot, CancellationToken cancellationToken = default) =>
        FrameAsync(new Call(HttpMethod.Post, $"{_path}/slots/{slot}/load", IsRepeatable: true), cancellationToken);

    private string State(string name) => $"{_path}/states/{Uri.EscapeDataString(name)}";
}
