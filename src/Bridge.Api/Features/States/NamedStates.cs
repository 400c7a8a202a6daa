using Bridge.Api.Contract.Errors;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;

namespace Bridge.Api.Features.States;

/// <summary>Saves, lists and loads states by name, in the bridge's own folder; each game has its own states.</summary>
internal sealed class NamedStates(StateFolder folder)
{
    /// <summary>How many requests <see cref="SaveAsync"/> sends: one for the game, one for its state.</summary>
    public const int RequestsToSave = 2;

    /// <summary>Saves the running game.</summary>
    /// <returns>The state, and whether its name is new.</returns>
    /// <exception cref="RequestException">The name is invalid, or the game has the maximum number of states.</exception>
    public async Task<(StateSaved Saved, bool IsNew)> SaveAsync(EmulatorClient client, string name, CancellationToken cancellationToken)
    {
        StateName.Check(name);
        return await SaveAsync(client, await LoadedGame.OfAsync(client, cancellationToken), name, cancellationToken);
    }

    /// <summary>Saves the game that was found to run.</summary>
    /// <inheritdoc cref="SaveAsync(EmulatorClient, string, CancellationToken)"/>
    public async Task<(StateSaved Saved, bool IsNew)> SaveAsync(
        EmulatorClient client, EmulatorFacts game, string name, CancellationToken cancellationToken)
    {
        StateName.Check(name);
        using var state = await client.SaveStateAsync(StateParts.Fast, cancellationToken);
        StateTable.Check(state.Payload.Span);
        return await WriteAsync(client, game, name, state.Payload, state.Frame, cancellationToken);
    }

    /// <summary>Saves the current state under a new name.</summary>
    /// <exception cref="RequestException">The name is invalid or taken, or the game has the maximum number of states.</exception>
    public async Task<(StateSaved Saved, bool IsNew)> SaveNewAsync(
        EmulatorClient client, EmulatorFacts game, string name, CancellationToken cancellationToken)
    {
        StateName.Check(name);
        folder.CheckNew(client.Name, game, name);
        using var state = await client.SaveStateAsync(StateParts.Fast, cancellationToken);
        StateTable.Check(state.Payload.Span);
        return await WriteAsync(client, game, name, state.Payload, state.Frame, cancellationToken, mustBeNew: true);
    }

    /// <summary>Stores a state from a client. It is checked only when it is loaded.</summary>
    /// <returns>The state, and whether its name is new.</returns>
    /// <exception cref="RequestException">The name is invalid, or the game has the maximum number of states.</exception>
    public async Task<(StateSaved Saved, bool IsNew)> StoreAsync(
        EmulatorClient client, EmulatorFacts game, string name, ReadOnlyMemory<byte> state, CancellationToken cancellationToken)
    {
        StateName.Check(name);
        return await WriteAsync(client, game, name, state, frame: null, cancellationToken);
    }

    /// <summary>Reads the bytes of a state of the running game.</summary>
    /// <exception cref="RequestException">There is no state of this name.</exception>
    public async Task<byte[]> ReadAsync(EmulatorClient client, string name, CancellationToken cancellationToken)
    {
        StateName.Check(name);
        return folder.Read(client.Name, await LoadedGame.OfAsync(client, cancellationToken), name);
    }

    /// <summary>Loads a state that another emulator saved of the same game.</summary>
    /// <exception cref="RequestException">That emulator has no state of this name, or it is damaged.</exception>
    public async Task LoadOfAsync(EmulatorClient client, string emulator, string name, CancellationToken cancellationToken)
    {
        StateName.Check(name);
        var state = folder.Read(emulator, await LoadedGame.OfAsync(client, cancellationToken), name);
        await client.LoadStateAsync(StateParts.Loaded, StatePng.Unpack(state), cancellationToken);
    }

    /// <summary>Loads a state into the running game.</summary>
    /// <exception cref="RequestException">There is no state of this name, or it is damaged.</exception>
    public async Task<StateLoaded> LoadAsync(EmulatorClient client, string name, CancellationToken cancellationToken)
    {
        StateName.Check(name);
        return await LoadAsync(client, await LoadedGame.OfAsync(client, cancellationToken), name, cancellationToken);
    }

    /// <summary>Loads a state into the game that was found to run.</summary>
    /// <inheritdoc cref="LoadAsync(EmulatorClient, string, CancellationToken)"/>
    public async Task<StateLoaded> LoadAsync(
        EmulatorClient client, EmulatorFacts game, string name, CancellationToken cancellationToken)
    {
        StateName.Check(name);
        if (folder.ReadIfAny(client.Name, game, name) is { } state)
            return new StateLoaded(name, await client.LoadStateAsync(StateParts.Loaded, StatePng.Unpack(state), cancellationToken));
        throw folder.ReadOfOtherBuild(client.Name, game, name) is null
            ? folder.Unknown(name)
            : new RequestException(ProblemTypes.UnknownState,
                $"This build of the game has no state \"{name}\", but another one has; force=true loads that.", "name");
    }

    /// <summary>Loads a state into the running game, even if it is of another build of it.</summary>
    /// <exception cref="RequestException">No build has a state of this name, or it is damaged.</exception>
    /// <exception cref="EmulatorException">The script's checksum of the game is malformed.</exception>
    public async Task<StateLoaded> ForceAsync(
        EmulatorClient client, EmulatorFacts game, string name, CancellationToken cancellationToken)
    {
        StateName.Check(name);
        var stored = folder.ReadIfAny(client.Name, game, name) ?? folder.ReadOfOtherBuild(client.Name, game, name)
            ?? throw folder.Unknown(name);
        var (state, warning) = StateBuild.Adopt(StatePng.Unpack(stored), game);
        return new StateLoaded(name, await client.LoadStateAsync(StateParts.Loaded, state, cancellationToken), warning);
    }

    /// <summary>Deletes a state.</summary>
    /// <exception cref="RequestException">There is no state of this name.</exception>
    public async Task DeleteAsync(EmulatorClient client, EmulatorFacts game, string name, CancellationToken cancellationToken)
    {
        StateName.Check(name);
        await folder.DeleteAsync(client.Name, game, name, cancellationToken);
    }

    private async Task<(StateSaved Saved, bool IsNew)> WriteAsync(
        EmulatorClient client, EmulatorFacts game, string name, ReadOnlyMemory<byte> bytes, long? frame,
        CancellationToken cancellationToken, bool mustBeNew = false)
    {
        var (state, isNew) = await folder.WriteAsync(client.Name, game, name, bytes, cancellationToken, mustBeNew);
        return (new StateSaved(state.Name, state.Size, state.SavedAt, frame), isNew);
    }
}
