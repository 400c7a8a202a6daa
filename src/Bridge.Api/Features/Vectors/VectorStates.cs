using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.States;
using Bridge.SocketPool;

namespace Bridge.Api.Features.Vectors;

/// <summary>Reads the named states from which games of vectors start.</summary>
internal sealed class VectorStates(StateFolder folder)
{
    private const string DefaultEmulator = "default";

    /// <summary>Returns the name of the emulator that saved the state of a start.</summary>
    public static string OwnerOf(VectorStart start) => start.Emulator ?? DefaultEmulator;

    /// <summary>Returns the state of a start; empty: the console just switched on.</summary>
    /// <param name="game">The game.</param>
    /// <param name="start">The start.</param>
    /// <param name="parameter">The parameter with the state's name.</param>
    /// <exception cref="RequestException">There is no such state of this game, or it is damaged.</exception>
    public ReadOnlyMemory<byte> Read(VectorGame game, VectorStart start, string parameter)
    {
        if (start.State is not { } name)
            return default;
        // The folder needs only the title and the checksum.
        var facts = new EmulatorFacts(0, "", "", "", game.Platform, game.Title, "", game.Crc32["0x".Length..], 0, []);
        try
        {
            return StatePng.Unpack(folder.Read(OwnerOf(start), facts, name));
        }
        catch (RequestException refused) when (refused.Parameter is not null)
        {
            throw refused.As(parameter);
        }
    }
}
