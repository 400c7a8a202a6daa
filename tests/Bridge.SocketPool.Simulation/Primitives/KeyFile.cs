using Microsoft.Extensions.Logging;

namespace Bridge.SocketPool.Connections;

/// <summary>Takes the place of the client's: in the simulation there are no files, and the emulator asks for no secret.</summary>
internal sealed class KeyFile
{
    public string? Path { get; }

    public string? Problem { get; }

    public static KeyFile? Create(string emulator, EmulatorOptions options, ILogger logger) => null;

    public string? ReadSecret() => Path;
}
