using static MgbaBridge.MessagesJson;

namespace MgbaBridge;

public sealed partial class Emulator
{
    /// <summary>Shows the player a message over the picture. Steps, movies and clips never have it.</summary>
    /// <param name="text">1 to 200 characters without control characters.</param>
    /// <param name="frames">For how many frames, 1 to 3,600.</param>
    /// <param name="cancellationToken">Cancels the request.</param>
    /// <returns>Whether pictures have it; only the bundled emulator draws it.</returns>
    public async Task<bool> ShowMessageAsync(string text, int frames = 180, CancellationToken cancellationToken = default)
    {
        var call = Call.Of(HttpMethod.Post, $"{_path}/messages", new MessageJson(text, frames), Default.MessageJson);
        return (await Transport.SendAsync(call, Default.ShownJson, cancellationToken).ConfigureAwait(false)).Drawn;
    }
}
