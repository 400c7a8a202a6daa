using System.ComponentModel.DataAnnotations;

namespace Bridge.SocketPool;

/// <summary>Where one emulator is and how patient the bridge is with it.</summary>
public sealed record EmulatorOptions
{
    /// <summary>Host name or address of the machine that mGBA runs on. Default 127.0.0.1.</summary>
    [Required, StringLength(253, MinimumLength = 1)]
    public string Host { get; init; } = "127.0.0.1";

    /// <summary>The script's TCP port, 1 to 65535. Default 8888.</summary>
    [Range(1, 65535)]
    public int Port { get; init; } = 8888;

    /// <summary>The secret that the script was started with, up to 128 characters. Default none.</summary>
    [StringLength(128)]
    public string? Secret { get; init; }

    /// <summary>
    /// Connections to the script, 1 to 8. Default 2: one long reply then doesn't hold up the short ones. The script reads
    /// each of them in every pass, so more cost the game time.
    /// </summary>
    [Range(1, 8)]
    public int Connections { get; init; } = 2;

    /// <summary>Requests in flight on one connection, 1 to 1,024. Default 1,024. Beyond it a request is refused as overloaded.</summary>
    [Range(1, 1024)]
    public int InFlight { get; init; } = 1024;

    /// <summary>Bytes waiting to be sent on one connection, 4 MiB to 64 MiB. Default 8 MiB. Beyond it a request is refused as overloaded.</summary>
    [Range(4 * 1024 * 1024, 64 * 1024 * 1024)]
    public int SendQueueBytes { get; init; } = 8 * 1024 * 1024;

    /// <summary>The time a request may take in all, retries included, 50 ms to 60 s. Default 5 s.</summary>
    [Range(typeof(TimeSpan), "00:00:00.050", "00:01:00")]
    public TimeSpan Deadline { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>The time that connecting may take, 50 ms to 30 s. Default 2 s. It never counts against a request.</summary>
    [Range(typeof(TimeSpan), "00:00:00.050", "00:00:30")]
    public TimeSpan ConnectTimeout { get; init; } = TimeSpan.FromSeconds(2);

    /// <summary>The time without any answer after which the game counts as paused, 100 ms to 30 s. Default 1 s.</summary>
    [Range(typeof(TimeSpan), "00:00:00.100", "00:00:30")]
    public TimeSpan PausedAfter { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>How often the emulator is asked for a sign of life, 20 ms to 10 s. Default 250 ms.</summary>
    [Range(typeof(TimeSpan), "00:00:00.020", "00:00:10")]
    public TimeSpan PingInterval { get; init; } = TimeSpan.FromMilliseconds(250);

    /// <summary>How often a request that is known not to have run is tried again, 0 to 10. Default 3.</summary>
    [Range(0, 10)]
    public int Retries { get; init; } = 3;
}
