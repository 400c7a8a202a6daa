using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Framing;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.Secrets;

/// <summary>
/// The first two requests of a connection, with which script and bridge prove to each other that they know the secret, without sending it
/// (docs/protocol/wire.md, "Hello").
/// </summary>
/// <param name="options">The emulator's address.</param>
/// <param name="client">The name that all connections of this client send.</param>
/// <param name="secret">The secret.</param>
/// <param name="peer">Finds whose program is at the other end.</param>
/// <param name="address">The address where the script has to listen; null if a network is in between, which may change it.</param>
internal sealed class Handshake(EmulatorOptions options, string client, ScriptSecret secret, PeerAccount peer, string? address)
{
    private const int NonceBytes = 16;

    private readonly string _nonce = RandomNumberGenerator.GetHexString(2 * NonceBytes, lowercase: true);

    /// <summary>Gets the first request.</summary>
    public EmulatorRequest Hello => CommandTable.Hello.Request(WireLimits.ProtocolVersion, client, _nonce);

    /// <summary>
    /// Returns an error if the program at the other end belongs to an account that must not have the secret: nothing that it sends may be
    /// believed. Returns null if it doesn't, or if the account is unknown.
    /// </summary>
    public EmulatorException? FindForeigner()
    {
        if (!secret.IsShared)
            return (peer.FindProgram() ?? peer.FindListener()) is { IsTrusted: false, User: var user } ? Foreign(user) : null;
        // Any account may run the script. But the account that listens must be the one that accepted the connection: a program of another
        // account could have listened there before.
        return peer.FindProgram() is { User: var accepted } && peer.FindListener() is { User: var listening } && accepted != listening
            ? Foreign(accepted)
            : null;
    }

    /// <summary>Checks the reply to <see cref="Hello"/>.</summary>
    /// <returns>The second request.</returns>
    /// <exception cref="EmulatorException">The other side is not the script, or has another secret.</exception>
    public EmulatorRequest Answer(EmulatorReply challenge)
    {
        if (FindForeigner() is { } foreigner)
            throw foreigner;
        var arguments = challenge.Arguments;
        var scriptNonce = WireArguments.Decode(WireArguments.TakeNext(ref arguments));
        var proof = WireArguments.Decode(WireArguments.TakeNext(ref arguments));
        var claimed = WireArguments.Decode(WireArguments.TakeNext(ref arguments));
        if (scriptNonce.Length != _nonce.Length || claimed.Length == 0)
            throw new EmulatorException(EmulatorFailure.ProtocolError, "The reply to hello has no nonce or no address.");
        if (proof.Length == 0)
            return AnswerWithoutProof();
        if (secret.Value is not { Length: > 0 } key)
            throw new EmulatorException(EmulatorFailure.WrongSecret, "The script requires a secret, and the bridge has none.");
        if (!IsSame(proof, Proof(key, "script", scriptNonce, claimed)))
            throw new EmulatorException(EmulatorFailure.WrongSecret, "The script has another secret than the bridge.");
        if (address is not null && claimed != address)
        {
            throw new EmulatorException(EmulatorFailure.ForeignScript,
                $"The script listens at {claimed} instead of {address}: a program in between relays the connection.");
        }

        return CommandTable.Authenticate.Request(Proof(key, "client", scriptNonce, claimed));
    }

    // A script without a secret proves nothing. It is believed if the kernel says that it runs as this account or root. On another
    // machine, where the kernel can't tell, it is believed if the bridge has no secret either.
    private EmulatorRequest AnswerWithoutProof()
    {
        var isTrusted = peer.FindProgram()?.IsTrusted ?? (!options.IsOnThisMachine && string.IsNullOrEmpty(secret.Value));
        return isTrusted
            ? CommandTable.Authenticate.Request("")
            : throw new EmulatorException(EmulatorFailure.WrongSecret,
                "The script has no secret, so the bridge can't tell whether it is the right one.");
    }

    private EmulatorException Foreign(uint user) => new(EmulatorFailure.ForeignScript, string.Create(CultureInfo.InvariantCulture,
        $"The program at {options.Place} belongs to another account ({user})."));

    private string Proof(string key, string side, string scriptNonce, string place)
    {
        var text = string.Join('\n', $"bridge {WireLimits.ProtocolVersion} {side}", _nonce, scriptNonce, place, client);
        return Convert.ToHexStringLower(HMACSHA256.HashData(Encoding.UTF8.GetBytes(key), Encoding.UTF8.GetBytes(text)));
    }

    private static bool IsSame(string given, string expected) =>
        CryptographicOperations.FixedTimeEquals(Encoding.UTF8.GetBytes(given), Encoding.UTF8.GetBytes(expected));
}
