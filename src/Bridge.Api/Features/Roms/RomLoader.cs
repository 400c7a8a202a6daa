using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Emulators;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;

namespace Bridge.Api.Features.Roms;

/// <summary>Loads ROMs by their names in the folder.</summary>
internal sealed class RomLoader(RomFolder folder)
{
    /// <summary>Loads a ROM and starts it.</summary>
    /// <exception cref="RequestException">There is no ROM of this name.</exception>
    /// <exception cref="EmulatorException">mGBA does not recognize a game in the file; nothing has changed.</exception>
    public async Task<RomLoaded> LoadAsync(EmulatorClient client, RomChoice choice, CancellationToken cancellationToken)
    {
        var name = choice.Name
            ?? throw Parameters.Missing("name", "a ROM's name, as GET …/roms lists it");
        var file = folder.Find(name);
        await client.LoadRomAsync(file.Path, reset: true, cancellationToken);
        // Sent after the reset, so all facts are those of the new game.
        await client.RefreshAsync(cancellationToken);
        var description = EmulatorDescription.Of(client);
        return new RomLoaded(file.Name, description.Frame, description.Game);
    }
}
