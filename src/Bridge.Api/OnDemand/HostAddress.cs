using System.Security.Cryptography;

namespace Bridge.Api.OnDemand;

/// <summary>Where the script of an emulator listens on 127.0.0.1, and the secret that it requires.</summary>
internal sealed record HostAddress(int Port, string Secret)
{
    /// <summary>Returns the address with a new secret.</summary>
    public static HostAddress New(int port) => new(port, RandomNumberGenerator.GetHexString(32, lowercase: true));
}
