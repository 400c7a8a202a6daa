using static MgbaBridge.CheatsJsonContext;

namespace MgbaBridge;

public sealed partial class Emulator
{
    /// <summary>Returns the cheats, in the order in which they act. Only the bundled emulator takes cheats.</summary>
    public async Task<IReadOnlyList<Cheat>> GetCheatsAsync(CancellationToken cancellationToken = default)
    {
        var list = await Transport.SendAsync(Call.Get($"{_path}/cheats"), Default.CheatsJson, cancellationToken).ConfigureAwait(false);
        return list.Cheats;
    }

    /// <summary>Replaces all cheats. All codes are checked before any cheat changes.</summary>
    /// <param name="cheats">At most 256 cheats, with 2,048 codes in total.</param>
    /// <param name="cancellationToken">Cancels the request.</param>
    /// <exception cref="ProblemException">
    /// For example 400 if a code is invalid: the message names it, and no cheat has changed.
    /// </exception>
    public async Task<IReadOnlyList<Cheat>> SetCheatsAsync(IEnumerable<Cheat> cheats, CancellationToken cancellationToken = default)
    {
        var call = Call.Of(HttpMethod.Put, $"{_path}/cheats", new CheatsJson([.. cheats]), Default.CheatsJson, isRepeatable: true);
        return (await Transport.SendAsync(call, Default.CheatsJson, cancellationToken).ConfigureAwait(false)).Cheats;
    }

    /// <summary>Adds the cheats of a file. Each replaces a cheat of the same name.</summary>
    /// <param name="file">An mGBA (.cheats) or libretro (.cht) file, at most 256 KiB.</param>
    /// <param name="cancellationToken">Cancels the request.</param>
    /// <returns>All cheats of the emulator.</returns>
    /// <exception cref="ProblemException">
    /// For example 400 if a line is invalid: the message names it, and no cheat has changed.
    /// </exception>
    public async Task<IReadOnlyList<Cheat>> ImportCheatsAsync(ReadOnlyMemory<byte> file, CancellationToken cancellationToken = default)
    {
        var call = new Call(HttpMethod.Post, $"{_path}/cheats", file, IsRepeatable: true);
        return (await Transport.SendAsync(call, Default.CheatsJson, cancellationToken).ConfigureAwait(false)).Cheats;
    }

    /// <summary>Adds a cheat, or replaces the cheat of the same name.</summary>
    public Task<Cheat> SetCheatAsync(Cheat cheat, CancellationToken cancellationToken = default) =>
        SendCheatAsync(cheat.Name, new CheatJson(cheat.Lines, cheat.Type, cheat.Enabled), cancellationToken);

    /// <summary>Switches a cheat on or off. Switching it off restores the bytes of the ROM that it changed.</summary>
    /// <exception cref="ProblemException">For example 404 <c>unknown-cheat</c>.</exception>
    public Task<Cheat> SwitchCheatAsync(string name, bool enabled, CancellationToken cancellationToken = default) =>
        SendCheatAsync(name, new CheatJson(Enabled: enabled), cancellationToken);

    /// <summary>Removes a cheat.</summary>
    public Task DeleteCheatAsync(string name, CancellationToken cancellationToken = default) =>
        Transport.SendAsync(new Call(HttpMethod.Delete, CheatPath(name)), cancellationToken);

    /// <summary>Removes all cheats.</summary>
    public Task DeleteCheatsAsync(CancellationToken cancellationToken = default) => Transport.SendAsync(
        new Call(HttpMethod.Delete, $"{_path}/cheats", IsRepeatable: true), cancellationToken);

    private Task<Cheat> SendCheatAsync(string name, CheatJson body, CancellationToken cancellationToken) => Transport.SendAsync(
        Call.Of(HttpMethod.Put, CheatPath(name), body, Default.CheatJson, isRepeatable: true), Default.Cheat, cancellationToken);

    private string CheatPath(string name) => $"{_path}/cheats/{Uri.EscapeDataString(name)}";
}
