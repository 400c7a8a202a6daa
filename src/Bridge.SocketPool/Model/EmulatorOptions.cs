namespace Bridge.SocketPool.Model;

/// <summary>Where one emulator is and how patient the bridge is with it.</summary>
public sealed record EmulatorOptions
{
    /// <summary>The most requests that can be in flight on one connection: an id has no more slots.</summary>
    public const int MaxInFlight = 1024;

    /// <summary>Host name or address of the machine that mGBA runs on. Default 127.0.0.1.</summary>
    public string Host { get; set; } = "127.0.0.1";

    /// <summary>The script's TCP port, 1 to 65535. Default 8888.</summary>
    public int Port { get; set; } = 8888;

    /// <summary>
    /// The secret that the script was started with, up to 128 characters and 256 bytes of UTF-8. Default none: on this machine the one in
    /// the key file, <c>script-PORT.key</c> in <see cref="KeyFolder"/>, which is made when it is missing and which the script reads, too.
    /// </summary>
    public string? Secret { get; set; }

    /// <summary>The folder of the key file. Default: <c>Bridge</c> in the account's local application data.</summary>
    public string? KeyFolder { get; set; }

    /// <summary>
    /// Absolute paths of the folders whose files commands with a path may use, written into the key file. Default null:
    /// those in it are left.
    /// </summary>
    public IReadOnlyList<string>? Folders { get; set; }

    /// <summary>
    /// Connections to the script, 1 to 8. Default 2: one long reply then doesn't hold up the short ones. The script reads
    /// each of them in every pass, so more cost the game time.
    /// </summary>
    public int Connections { get; set; } = 2;

    /// <summary>Requests in flight on one connection, 1 to 1,024. Default 1,024. Beyond it a request is refused as overloaded.</summary>
    public int InFlight { get; set; } = MaxInFlight;

    /// <summary>
    /// Bytes waiting to be sent on one connection, 4 MiB to 64 MiB. Default 8 MiB. Beyond it a request is refused as overloaded.
    /// </summary>
    public int SendQueueBytes { get; set; } = 8 * 1024 * 1024;

    /// <summary>The time a request may take in all, retries included, 50 ms to 60 s. Default 5 s.</summary>
    public TimeSpan Deadline { get; set; } = TimeSpan.FromSeconds(5);

    /// <summary>The time that connecting may take, 50 ms to 30 s. Default 2 s. It never counts against a request.</summary>
    public TimeSpan ConnectTimeout { get; set; } = TimeSpan.FromSeconds(2);

    /// <summary>The time without any answer after which the game counts as paused, 100 ms to 30 s. Default 1 s.</summary>
    public TimeSpan PausedAfter { get; set; } = TimeSpan.FromSeconds(1);

    /// <summary>How often the emulator is asked for a sign of life, 20 ms to 10 s. Default 500 ms.</summary>
    public TimeSpan PingInterval { get; set; } = TimeSpan.FromMilliseconds(500);

    /// <summary>
    /// How often a request is sent again after its first attempt, 0 to 10. Default 3. Only requests that are known not to have run or that
    /// change nothing are, and only within their deadline.
    /// </summary>
    public int Retries { get; set; } = 3;
}
