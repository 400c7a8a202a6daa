using System.Runtime.CompilerServices;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.States;
using Bridge.SocketPool;

namespace Bridge.Api.Features.StateTree;

/// <summary>Saves, loads and lists named states with what is known of them.</summary>
internal sealed class StateTrees(NamedStates states, StateFolder files, StateFamily family, StateAncestry ancestry)
{
    // A state and what is known of it are several files. Requests for one emulator change them one after the other.
    private readonly ConditionalWeakTable<EmulatorClient, SemaphoreSlim> _turns = [];

    /// <summary>Saves the running game.</summary>
    /// <param name="client">The emulator.</param>
    /// <param name="name">The state's name.</param>
    /// <param name="note">A line about it.</param>
    /// <param name="mustBeNew">Whether the name has to be new.</param>
    /// <param name="cancellationToken">Cancels it.</param>
    /// <returns>The state, and whether its name is new.</returns>
    /// <exception cref="RequestException">The name is invalid or taken, or the game has the maximum number of states.</exception>
    public Task<(StateSaved Saved, bool IsNew)> SaveAsync(
        EmulatorClient client, string name, string? note, bool mustBeNew, CancellationToken cancellationToken) =>
        InTurnAsync(client, () => SaveNowAsync(client, name, note, mustBeNew, cancellationToken), cancellationToken);

    private async Task<(StateSaved Saved, bool IsNew)> SaveNowAsync(
        EmulatorClient client, string name, string? note, bool mustBeNew, CancellationToken cancellationToken)
    {
        var game = await GameOfAsync(client, name, cancellationToken);
        var (saved, isNew) = mustBeNew
            ? await states.SaveNewAsync(client, game, name, cancellationToken)
            : await states.SaveAsync(client, game, name, cancellationToken);
        await family.ForgetAsync(client, game, saved.Name, cancellationToken);
        var frame = saved.Frame!.Value;
        var state = files.Read(client.Name, game, saved.Name);
        var origin = await ancestry.FindAsync(client, game, frame, state, cancellationToken);
        var picture = StateTable.PictureOf(state);
        var about = new StateAbout(frame, $"0x{game.Crc32.ToUpperInvariant()}", origin.Parent, origin.Frames, note);
        await family.WriteAsync(client, game, saved.Name, about, picture, origin.Movie, cancellationToken);
        await StateAncestry.MarkAsync(client, game, saved.Name, frame, cancellationToken);
        return (saved, isNew);
    }

    /// <summary>Stores a state from a client, and its note. Nothing else is known of it.</summary>
    /// <inheritdoc cref="NamedStates.StoreAsync"/>
    public Task<(StateSaved Saved, bool IsNew)> StoreAsync(
        EmulatorClient client, string name, string? note, ReadOnlyMemory<byte> state, CancellationToken cancellationToken) =>
        InTurnAsync(
            client,
            async () =>
            {
                var game = await GameOfAsync(client, name, cancellationToken);
                var stored = await states.StoreAsync(client, game, name, state, cancellationToken);
                await family.ForgetAsync(client, game, name, cancellationToken);
                if (note is not null)
                    await family.WriteAsync(
                        client, game, name, new StateAbout(Note: note), picture: null, movie: null, cancellationToken);
                return stored;
            },
            cancellationToken);

    /// <summary>Loads a state into the running game.</summary>
    /// <param name="client">The emulator.</param>
    /// <param name="name">The state's name.</param>
    /// <param name="isForced">Whether it may be of another build of the game.</param>
    /// <param name="cancellationToken">Cancels it.</param>
    /// <exception cref="RequestException">There is no state of this name, or it is damaged.</exception>
    public async Task<StateLoaded> LoadAsync(EmulatorClient client, string name, bool isForced, CancellationToken cancellationToken)
    {
        var game = await GameOfAsync(client, name, cancellationToken);
        var loaded = isForced
            ? await states.ForceAsync(client, game, name, cancellationToken)
            : await states.LoadAsync(client, game, name, cancellationToken);
        if (family.FindAbout(client, game, name)?.Frame is not null)
            await StateAncestry.MarkAsync(client, game, name, loaded.Frame, cancellationToken);
        return loaded;
    }

    /// <summary>Deletes a state. States that it led to keep its name as their parent.</summary>
    /// <exception cref="RequestException">There is no state of this name.</exception>
    public Task DeleteAsync(EmulatorClient client, string name, CancellationToken cancellationToken) =>
        InTurnAsync(
            client,
            async () =>
            {
                var game = await GameOfAsync(client, name, cancellationToken);
                await states.DeleteAsync(client, game, name, cancellationToken);
                await family.ForgetAsync(client, game, name, cancellationToken);
                return true;
            },
            cancellationToken);

    /// <summary>Lists the states of the running game, with what is known of them if <paramref name="isTree"/>.</summary>
    public async Task<StateTreeList> ListAsync(EmulatorClient client, bool isTree, CancellationToken cancellationToken)
    {
        var game = await LoadedGame.OfAsync(client, cancellationToken);
        var withPicture = isTree ? family.WithPicture(client, game) : [];
        return new StateTreeList([.. files.List(client.Name, game).Select(Describe)]);

        StateNode Describe(StoredFile file)
        {
            var node = new StateNode(file.Name, file.Size, file.SavedAt);
            return isTree && family.FindAbout(client, game, file.Name) is { } about
                ? node with
                {
                    Frame = about.Frame, Crc32 = about.Crc32, Parent = about.Parent, Frames = about.Frames, Note = about.Note,
                    Picture = withPicture.Contains(file.Name),
                }
                : node;
        }
    }

    /// <summary>Returns the picture of a state as a PNG.</summary>
    /// <exception cref="RequestException">There is no state of this name, or it has no picture.</exception>
    public async Task<byte[]> ReadPictureAsync(EmulatorClient client, string name, CancellationToken cancellationToken)
    {
        var game = await GameOfAsync(client, name, cancellationToken);
        return family.FindPicture(client, game, name) ?? throw new RequestException(
            ProblemTypes.UnknownState, $"This game has no state \"{name}\" with a picture; GET …/states?tree=true lists them.", "name");
    }

    // A request asks for the game once and uses it to the end, because another game may be loaded meanwhile.
    private static Task<EmulatorFacts> GameOfAsync(EmulatorClient client, string name, CancellationToken cancellationToken)
    {
        StateName.Check(name);
        return LoadedGame.OfAsync(client, cancellationToken);
    }

    private async Task<T> InTurnAsync<T>(EmulatorClient client, Func<Task<T>> changeAsync, CancellationToken cancellationToken)
    {
        var turn = _turns.GetValue(client, static _ => new SemaphoreSlim(1, 1));
        await turn.WaitAsync(cancellationToken);
        try
        {
            return await changeAsync();
        }
        finally
        {
            turn.Release();
        }
    }
}
