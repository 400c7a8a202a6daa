using Bridge.Doors.BizHawk.Memory;
using Bridge.SocketPool;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.Doors.BizHawk.Sessions;

/// <summary>Finds out which game an emulator has, and its memory. Not thread-safe.</summary>
internal sealed class GameReader(EmulatorClient emulator)
{
    // Addresses in the header of a Game Boy ROM, see GameBoyDomains.SaveBytesOf.
    private const uint CartridgeType = 0x147, SaveSize = 0x149;

    private string? _identity;
    private IReadOnlyList<BizHawkDomain> _domains = [];

    /// <summary>Gets what is known of the game; null: there is none.</summary>
    public EmulatorFacts? Facts => emulator.State is EmulatorState.NoEmulator or EmulatorState.NoGame ? null
        : emulator.Status.Facts is { Platform: "GBA" or "GB" } facts ? facts
        : null;

    /// <summary>Returns BizHawk's name of a game's console.</summary>
    public static string SystemOf(EmulatorFacts facts) => (facts.Platform, facts.Model) switch
    {
        ("GBA", _) => "GBA",
        (_, "SGB" or "SGB2") => "SGB",
        (_, "CGB" or "SCGB" or "AGB") => "GBC",
        _ => "GB",
    };

    /// <summary>Returns the domains of the game.</summary>
    /// <param name="isFresh">Whether to ask again, because a GBA game's save memory shows up when the game first uses it.</param>
    /// <param name="cancellationToken">Cancels the requests.</param>
    /// <exception cref="EmulatorException">There is no game, or the emulator doesn't reply.</exception>
    public async Task<IReadOnlyList<BizHawkDomain>> GetDomainsAsync(bool isFresh, CancellationToken cancellationToken)
    {
        var facts = Facts ?? throw new EmulatorException(EmulatorFailure.NoGame, $"No game runs in the emulator {emulator.Name}.");
        var identity = $"{facts.Instance} {facts.Platform} {facts.Model} {facts.Crc32}";
        if (identity == _identity && !isFresh)
            return _domains;
        var (domains, _) = await emulator.GetDomainsAsync(cancellationToken).ConfigureAwait(false);
        var sizes = domains.ToDictionary(domain => domain.Name, domain => domain.Size);
        _domains = facts.Platform == "GBA"
            ? AdvanceDomains.For(sizes)
            : GameBoyDomains.For(sizes, SystemOf(facts) == "GBC", await ReadSaveBytesAsync(cancellationToken).ConfigureAwait(false));
        _identity = identity;
        return _domains;
    }

    private async Task<uint> ReadSaveBytesAsync(CancellationToken cancellationToken)
    {
        var header = new EmulatorBatch();
        header.ReadValue(CartridgeType, width: 1, "cart0");
        header.ReadValue(SaveSize, width: 1, "cart0");
        using var reply = await emulator.RunBatchAsync(header, cancellationToken).ConfigureAwait(false);
        return GameBoyDomains.SaveBytesOf((byte)reply.Results[0].Number, (byte)reply.Results[1].Number);
    }
}
