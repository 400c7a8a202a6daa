using System.Net;

namespace Bridge.SocketPool.Model;

/// <summary>Configures the connection to one emulator: its address, limits and timeouts.</summary>
public sealed record EmulatorOptions
{
    /// <summary>Max requests in flight on one connection; the ids have no more slots.</summary>
    public const int MaxInFlight = 1024;

    /// <summary>Gets or sets the host name or address of mGBA's machine. Default 127.0.0.1.</summary>
    public string Host { get; set; } = "127.0.0.1";

    /// <summary>Gets or sets the script's TCP port, 1 to 65535. Default 8888.</summary>
    public int Port { get; set; } = 8888;

    /// <summary>
    /// Gets or sets the port where the script itself listens, 1 to 65535, if a tunnel forwards <see cref="Port"/> of this machine to it.
    /// Default null: <see cref="Port"/>. The bridge refuses a script that listens elsewhere, because another program could relay the
    /// connection.
    /// </summary>
    public int? ScriptPort { get; set; }

    /// <summary>
    /// Gets or sets the absolute path of the Unix socket where the script listens, instead of <see cref="Host"/> and <see cref="Port"/>.
    /// Its last part has up to 64 bytes. Only mgba-host listens at one (BRIDGE_SCRIPT_SOCKET). Default null: none.
    /// </summary>
    public string? SocketPath { get; set; }

    /// <summary>
    /// Gets or sets the secret that the script was started with, up to 128 characters and 256 bytes of UTF-8. Default null: for an emulator
    /// on this machine, the secret in the key file <c>script-PORT.key</c> in <see cref="KeyFolder"/>. The bridge creates the file if it is
    /// missing, and the script reads it as well.
    /// </summary>
    public string? Secret { get; set; }

    /// <summary>Gets or sets the folder of the key file. Default: <c>Bridge</c> in the account's local application data.</summary>
    public string? KeyFolder { get; set; }

    /// <summary>
    /// Gets or sets the absolute paths of the folders that commands with a path may use. They are written into the key file. Default null:
    /// the file keeps the folders it has.
    /// </summary>
    public IReadOnlyList<string>? Folders { get; set; }

    /// <summary>
    /// Gets or sets the number of connections to the script, 1 to 8. Default 2: a long reply then doesn't delay the short ones. The script
    /// polls each connection in every pass, so more connections take time from the game.
    /// </summary>
    public int Connections { get; set; } = 2;

    /// <summary>
    /// Gets or sets the max requests in flight on one connection, and the max bulk requests of the emulator, in flight and waiting, 1 to
    /// 1,024. Default 1,024. More are refused as overloaded.
    /// </summary>
    public int InFlight { get; set; } = MaxInFlight;

    /// <summary>
    /// Gets or sets the max bytes in the send queue of one connection, 4 MiB to 64 MiB. Default 8 MiB. More are refused as overloaded.
    /// </summary>
    public int SendQueueBytes { get; set; } = 8 * 1024 * 1024;

    /// <summary>Gets or sets the deadline of a request with all its retries, 50 ms to 60 s. Default 5 s.</summary>
    public TimeSpan Deadline { get; set; } = TimeSpan.FromSeconds(5);

    /// <summary>Gets or sets the connect timeout, 50 ms to 30 s. Default 2 s. It doesn't count towards a request's deadline.</summary>
    public TimeSpan ConnectTimeout { get; set; } = TimeSpan.FromSeconds(2);

    /// <summary>Gets or sets the time without any reply after which the game counts as paused, 100 ms to 30 s. Default 1 s.</summary>
    public TimeSpan PausedAfter { get; set; } = TimeSpan.FromSeconds(1);

    /// <summary>Gets or sets the interval between two pings, 20 ms to 10 s. Default 500 ms.</summary>
    public TimeSpan PingInterval { get; set; } = TimeSpan.FromMilliseconds(500);

    /// <summary>
    /// Gets or sets the max number of retries of a request, 0 to 10. Default 3. Only requests that did not run or that change nothing are
    /// retried, and only within their deadline.
    /// </summary>
    public int Retries { get; set; } = 3;

    /// <summary>Gets where the script listens, for messages: <c>127.0.0.1:8888</c>, or the path of a Unix socket.</summary>
    internal string Place => SocketPath ?? $"{Host}:{Port}";

    /// <summary>Gets whether the script listens at a Unix socket, or <see cref="Host"/> is this machine by its loopback address.</summary>
    internal bool IsOnThisMachine =>
        SocketPath is not null
        || Host.Equals("localhost", StringComparison.OrdinalIgnoreCase)
        || IPAddress.TryParse(Host, out var address) && IPAddress.IsLoopback(address);

    /// <summary>
    /// Gets whether a tick follows each receive that may not be the last, because the system can't acknowledge at once: on macOS.
    /// </summary>
    internal bool SendsTicks { get; init; } = OperatingSystem.IsMacOS();
}
