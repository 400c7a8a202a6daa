using System.Globalization;
using Bridge.Api.Fleet.Snapshot;

namespace Bridge.Api.Fleet.Hop;

/// <summary>An emulator whose host was lost.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Host">The host.</param>
/// <param name="ComesBack">Whether another host starts it again from a checkpoint.</param>
internal sealed record LostEmulator(string Name, LostHost Host, bool ComesBack)
{
    /// <summary>Gets the sentence for clients.</summary>
    public string Sentence => string.Create(CultureInfo.InvariantCulture,
        $"The host {Host.Last.Id} was last seen at {Host.Seen.UtcDateTime:HH:mm:ss} UTC; ")
        + (ComesBack ? $"{Name} comes back on another host from its last checkpoint." : "create another emulator.");
}
