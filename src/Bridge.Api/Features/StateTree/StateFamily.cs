using System.Text.Json;
using Bridge.Api.Features.States;
using Bridge.SocketPool;

namespace Bridge.Api.Features.StateTree;

/// <summary>The files beside the named states: what is known of each, its picture, and the movie from its parent.</summary>
internal sealed class StateFamily(AboutFolder abouts, PictureFolder pictures, InputFolder inputs)
{
    /// <summary>Returns what is known of a state; null if nothing is, or its file is damaged.</summary>
    public StateAbout? FindAbout(EmulatorClient client, EmulatorFacts game, string name)
    {
        try
        {
            return abouts.ReadIfAny(client.Name, game, name) is { } bytes
                ? JsonSerializer.Deserialize(bytes, StateTreeJson.Context.StateAbout)
                : null;
        }
        catch (JsonException)
        {
            return null;
        }
    }

    /// <summary>Returns the picture of a state; null if it has none.</summary>
    public byte[]? FindPicture(EmulatorClient client, EmulatorFacts game, string name) => pictures.ReadIfAny(client.Name, game, name);

    /// <summary>Returns the names of the states with a picture.</summary>
    public HashSet<string> WithPicture(EmulatorClient client, EmulatorFacts game) =>
        pictures.List(client.Name, game).Select(file => file.Name).ToHashSet(StringComparer.OrdinalIgnoreCase);

    /// <summary>Returns the file of the movie from a state's parent; null if there is none.</summary>
    public byte[]? FindInputs(EmulatorClient client, EmulatorFacts game, string name) => inputs.ReadIfAny(client.Name, game, name);

    /// <summary>Writes the files of a state. What is known of it comes last, so that it is there only with the picture and movie.</summary>
    public async Task WriteAsync(
        EmulatorClient client, EmulatorFacts game, string name, StateAbout about, ReadOnlyMemory<byte>? picture, byte[]? movie,
        CancellationToken cancellationToken)
    {
        if (picture is { } png)
            await pictures.WriteAsync(client.Name, game, name, png, cancellationToken);
        if (movie is not null)
            await inputs.WriteAsync(client.Name, game, name, movie, cancellationToken);
        var bytes = JsonSerializer.SerializeToUtf8Bytes(about, StateTreeJson.Context.StateAbout);
        await abouts.WriteAsync(client.Name, game, name, bytes, cancellationToken);
    }

    /// <summary>Forgets a state that is deleted or replaced.</summary>
    public async Task ForgetAsync(EmulatorClient client, EmulatorFacts game, string name, CancellationToken cancellationToken)
    {
        await abouts.DeleteIfAnyAsync(client.Name, game, name, cancellationToken);
        await inputs.DeleteIfAnyAsync(client.Name, game, name, cancellationToken);
        await pictures.DeleteIfAnyAsync(client.Name, game, name, cancellationToken);
    }
}
