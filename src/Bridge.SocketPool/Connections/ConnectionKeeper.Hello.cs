using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.Connections;

internal sealed partial class ConnectionKeeper
{
    private Handshake? _handshake;

    // Whether the other side of the current connection is known to be the script. Nothing else that it sends is believed before.
    private bool _isScript;

    // Returns the reply with the script's facts.
    private async Task<EmulatorReply> GreetAsync(ReusableSocket socket)
    {
        Volatile.Write(ref _isScript, false);
        var secret = keyFile?.ReadSecret() ?? new ScriptSecret(options.Secret, IsShared: !string.IsNullOrEmpty(options.Secret));
        var handshake = _handshake = new Handshake(options, client, secret, socket.Peer, socket.ScriptAddress);
        try
        {
            EmulatorRequest proof;
            using (var challenge = await ExchangeAsync(socket, handshake.Hello).ConfigureAwait(false))
                proof = handshake.Answer(challenge);
            // Before the reply to the proof, because notices may follow it at once.
            Volatile.Write(ref _isScript, true);
            return await ExchangeAsync(socket, proof).ConfigureAwait(false);
        }
        catch (EmulatorException) when (handshake.FindForeigner() is { } foreigner)
        {
            throw foreigner;
        }
        finally
        {
            _handshake = null;
        }
    }
}
