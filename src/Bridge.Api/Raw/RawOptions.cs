using System.Net;
using Bridge.Api.Hosting;

namespace Bridge.Api.Raw;

/// <summary>The raw door, in the section <c>Bridge:Raw</c> (docs/protocol.md, "The raw door"). Off unless an address or a path says where it is.</summary>
internal sealed record RawOptions
{
    /// <summary>An address of IP and a port, like <c>127.0.0.1:7186</c>. Default none.</summary>
    public string? Address { get; set; }

    /// <summary>The socket in the file system. Default none.</summary>
    public UnixOptions Unix { get; set; } = new();

    /// <summary>Clients at a time, 1 to 1,000,000. Default 10,000.</summary>
    public int Connections { get; set; } = 10_000;

    /// <summary>How long a client may take to say hello, to finish a message, and to read on in a reply, 0.1 to 60 s. Default 10 s.</summary>
    public TimeSpan Patience { get; set; } = TimeSpan.FromSeconds(10);

    /// <summary>Whether there is a door at all.</summary>
    public bool IsOn => Address is not null || Unix.Path is not null;

    /// <summary>What is wrong with it.</summary>
    public static IEnumerable<string> FailuresOf(RawOptions raw)
    {
        if (raw.Address is { } address && !TryAddress(address, out _))
            yield return $"Bridge:Raw:Address is \"{address}\"; it is an address and a port, like 127.0.0.1:7186 or [::1]:7186.";
        foreach (var failure in UnixOptions.FailuresOf("Bridge:Raw:Unix", raw.Unix))
            yield return failure;
        if (raw.Connections is < 1 or > 1_000_000)
            yield return $"Bridge:Raw:Connections is {raw.Connections}; it is 1 to 1000000.";
        if (raw.Patience < TimeSpan.FromMilliseconds(100) || raw.Patience > TimeSpan.FromMinutes(1))
            yield return $"Bridge:Raw:Patience is {raw.Patience}; it is 00:00:00.100 to 00:01:00.";
        if (raw.Address is not null && !OperatingSystem.IsLinux())
            yield return $"Bridge:Raw:Address is \"{raw.Address}\"; there is a raw door on Linux only.";
    }

    /// <summary>An address with the port that it needs.</summary>
    public static bool TryAddress(string text, out IPEndPoint address) => IPEndPoint.TryParse(text, out address!) && address.Port != 0;
}
