using System.Globalization;
using System.Net;
using System.Runtime.Versioning;

namespace Bridge.SocketPool.Accounts;

/// <summary>Finds the accounts whose programs listen at a port of this machine.</summary>
[SupportedOSPlatform("linux")]
internal static class PortOwner
{
    private const string Listening = "0A";

    /// <summary>
    /// Returns the accounts whose programs accept connections to one of <paramref name="addresses"/>; empty if none is listed.
    /// </summary>
    /// <exception cref="IOException">The kernel answers no queries, and its tables can't be read.</exception>
    public static IReadOnlyCollection<uint> Find(IReadOnlyCollection<IPAddress> addresses, int port)
    {
        using var sockets = SocketTable.TryOpen();
        return sockets is null
            ? FindInLists(addresses, port)
            : [.. addresses.Select(address => sockets.FindListener(new IPEndPoint(address, port))).OfType<uint>().Distinct()];
    }

    // The kernel goes through the hash table of all connections for it, which takes several milliseconds even with few.
    internal static uint[] FindInLists(IReadOnlyCollection<IPAddress> addresses, int port) =>
        [.. ListenersIn("/proc/net/tcp").Concat(ListenersIn("/proc/net/tcp6"))
            .Where(listener => listener.Port == port
                && addresses.Any(address => listener.Address.Equals(address) || IsWildcard(listener.Address, address)))
            .Select(listener => listener.User).Distinct()];

    // A socket that is bound to IPv6's wildcard address may accept IPv4 connections as well.
    private static bool IsWildcard(IPAddress listener, IPAddress address) =>
        listener.Equals(IPAddress.IPv6Any) || listener.Equals(IPAddress.Any) && address.AddressFamily == IPAddress.Any.AddressFamily;

    private static IEnumerable<(IPAddress Address, int Port, uint User)> ListenersIn(string table) =>
        !File.Exists(table) ? [] : File.ReadLines(table).Skip(1)
            .Select(line => line.Split(' ', StringSplitOptions.RemoveEmptyEntries))
            .Where(fields => fields.Length > 7 && fields[3] == Listening)
            .Select(fields => (AddressOf(fields[1]), PortOf(fields[1]), uint.Parse(fields[7], CultureInfo.InvariantCulture)));

    private static int PortOf(string field) =>
        int.Parse(field.AsSpan(field.IndexOf(':') + 1), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture);

    // The address is a series of four-byte words, each written as a number in this machine's byte order.
    private static IPAddress AddressOf(string field)
    {
        var words = field.AsSpan(0, field.IndexOf(':'));
        var bytes = new byte[words.Length / 2];
        for (var i = 0; i < bytes.Length; i += 4)
        {
            var word = uint.Parse(words.Slice(2 * i, 8), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture);
            BitConverter.TryWriteBytes(bytes.AsSpan(i), word);
        }

        var address = new IPAddress(bytes);
        return address.IsIPv4MappedToIPv6 ? address.MapToIPv4() : address;
    }
}
