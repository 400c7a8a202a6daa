using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Movies.Formats;
using Bridge.Api.Features.Movies.Model;
using Bridge.Api.Features.States;
using Bridge.SocketPool;

namespace Bridge.Api.Features.Movies;

/// <summary>Stores, lists and reads movies by name, in the bridge's own folder; each game has its own movies.</summary>
internal sealed class NamedMovies(MovieFolder folder, MovieWork work)
{
    /// <summary>Lists the movies of the running game.</summary>
    public async Task<MovieList> ListAsync(EmulatorClient client, CancellationToken cancellationToken) =>
        new([.. folder.List(client.Name, await LoadedGame.OfAsync(client, cancellationToken))
            .Select(file => new StoredMovie(file.Name, file.Size, file.SavedAt))]);

    /// <summary>Returns the file of a movie.</summary>
    /// <exception cref="RequestException">There is no movie of this name.</exception>
    public async Task<byte[]> ReadFileAsync(EmulatorClient client, string name, CancellationToken cancellationToken)
    {
        StateName.Check(name);
        return folder.Read(client.Name, await LoadedGame.OfAsync(client, cancellationToken), name);
    }

    /// <summary>Returns a movie.</summary>
    /// <exception cref="RequestException">There is no movie of this name, or its file is damaged.</exception>
    public async Task<Movie> ReadAsync(EmulatorClient client, string name, CancellationToken cancellationToken)
    {
        var file = await ReadFileAsync(client, name, cancellationToken);
        return await work.RunAsync(() => ReadStored(name, file), ProblemTypes.StorageFailed, cancellationToken);
    }

    /// <summary>Returns the file of a movie as a .bk2.</summary>
    /// <exception cref="RequestException">A .bk2 can't have such a movie: 409.</exception>
    public async Task<byte[]> ReadBk2Async(EmulatorClient client, string name, CancellationToken cancellationToken)
    {
        var movie = await ReadAsync(client, name, cancellationToken);
        return await work.RunAsync(() => Bk2Movie.Write(movie), ProblemTypes.Conflict, cancellationToken);
    }

    /// <summary>Stores a movie from a client, in any format. One of another game is refused.</summary>
    /// <returns>The movie, and whether its name is new.</returns>
    /// <exception cref="RequestException">The bytes are no movie of this game, or the game has the max number of movies.</exception>
    public async Task<(MovieStored Stored, bool IsNew)> StoreAsync(
        EmulatorClient client, string name, ReadOnlyMemory<byte> bytes, CancellationToken cancellationToken)
    {
        StateName.Check(name);
        var facts = await LoadedGame.OfAsync(client, cancellationToken);
        var game = MovieGames.Of(facts);
        var (movie, file) = await work.RunAsync(
            () =>
            {
                var movie = MovieFile.Read(bytes, game);
                // Written anew, so that the file has nothing that the bridge has not read.
                return (movie, BridgeMovie.Write(movie));
            },
            ProblemTypes.RefusedMovie, cancellationToken);
        if (game.FindOtherGame(movie.Header) is { } difference)
            throw new RequestException(ProblemTypes.Conflict, difference);
        var (stored, isNew) = await folder.WriteAsync(client.Name, facts, name, file, cancellationToken);
        var header = movie.Header;
        return (
            new MovieStored(
                stored.Name, header.Frames, header.Start, header.Source, movie.Hashes, header.Notes, stored.Size, stored.SavedAt),
            isNew);
    }

    /// <summary>Stores a movie that an emulator has written.</summary>
    /// <returns>The bytes of its file, and whether its name is new.</returns>
    /// <exception cref="RequestException">The movie is too large, or the game has the max number of movies.</exception>
    public async Task<(long Bytes, bool IsNew)> StoreAsync(
        EmulatorClient client, string name, Movie movie, EmulatorFacts facts, CancellationToken cancellationToken)
    {
        var file = await work.RunAsync(() => BridgeMovie.Write(movie), ProblemTypes.TooLarge, cancellationToken);
        var (stored, isNew) = await folder.WriteAsync(client.Name, facts, name, file, cancellationToken);
        return (stored.Size, isNew);
    }

    /// <summary>Deletes a movie.</summary>
    /// <exception cref="RequestException">There is no movie of this name.</exception>
    public async Task DeleteAsync(EmulatorClient client, string name, CancellationToken cancellationToken)
    {
        StateName.Check(name);
        await folder.DeleteAsync(client.Name, await LoadedGame.OfAsync(client, cancellationToken), name, cancellationToken);
    }

    private static Movie ReadStored(string name, byte[] file)
    {
        try
        {
            return MovieFile.ReadOwn(file);
        }
        catch (MovieFormatException exception)
        {
            throw new MovieFormatException($"The file of the movie \"{name}\" is damaged: {exception.Message}", exception);
        }
    }
}
