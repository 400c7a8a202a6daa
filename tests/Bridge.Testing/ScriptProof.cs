using System.Security.Cryptography;
using System.Text;

namespace Bridge.Testing;

/// <summary>
/// The proofs of docs/protocol/wire.md, "Hello", for tests that play a script or one of its clients; written independently of the bridge's
/// code, to check it.
/// </summary>
public static class ScriptProof
{
    /// <summary>The version of the protocol.</summary>
    public const string Version = "3";

    /// <summary>A nonce, for clients and scripts that need no other one.</summary>
    public const string Nonce = "000102030405060708090a0b0c0d0e0f";

    /// <summary>Returns the proof of a side, <c>script</c> or <c>client</c>; empty without a secret.</summary>
    public static string Of(string? secret, string side, string clientNonce, string scriptNonce, string address, string client) =>
        string.IsNullOrEmpty(secret) ? "" : Convert.ToHexStringLower(HMACSHA256.HashData(
            Encoding.UTF8.GetBytes(secret),
            Encoding.UTF8.GetBytes($"bridge {Version} {side}\n{clientNonce}\n{scriptNonce}\n{address}\n{client}")));

    /// <summary>Returns the first message of a client, with the id 1.</summary>
    public static string Hello(string client) => $"1 hello 0 0 {Version} {client} {Nonce}\n<|END|>";

    /// <summary>Returns the message that follows the reply to <see cref="Hello"/>, with the id 1.</summary>
    public static string Answer(string reply, string client, string secret)
    {
        var header = reply.Split('\n')[0].Split(' ');
        // A script without a secret sends no proof, and needs none.
        var proof = header[5] == "-" ? "" : Of(secret, "client", Nonce, header[4], header[6], client);
        return $"1 authenticate 0 0 {WireText.Encode(proof)}\n<|END|>";
    }
}
