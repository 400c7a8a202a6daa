using Microsoft.Extensions.Logging;

namespace Bridge.SocketPool.Secrets;

/// <summary>Replaces the client's type: the simulation has no files, and the emulator needs no secret.</summary>
internal sealed class KeyFile
{
    public string? Path { get; }

    public string? Problem { get; }

    public static KeyFile? Create(string emulator, EmulatorOptions options, ILogger logger) => null;

    public ScriptSecret ReadSecret() => new(Path, IsShared: false);
}
