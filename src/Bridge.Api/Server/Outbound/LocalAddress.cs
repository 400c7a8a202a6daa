namespace Bridge.Api.Server.Outbound;

/// <summary>Finds the URL at which a program on this machine reaches an address that the bridge listens on.</summary>
internal static class LocalAddress
{
    /// <summary>Returns the URL; null for a Unix socket.</summary>
    public static Uri? Of(BindingAddress address) => address.IsUnixPipe
        ? null
        : new Uri($"{address.Scheme}://{HostOf(address)}:{address.Port}");

    private static string HostOf(BindingAddress address) =>
        address.Host is "localhost" or "*" or "+" or "0.0.0.0" or "[::]" ? "127.0.0.1" : address.Host;
}
