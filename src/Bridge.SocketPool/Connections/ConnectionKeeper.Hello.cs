using Bridge.SocketPool.Model;
using Bridge.SocketPool.Secrets;

namespace Bridge.SocketPool.Connections;

internal sealed partial class ConnectionKeeper
{
    private Handshake? _handshake;

    // Whether the other side of the current connection is known to be the script. Nothing else that it sends is believed before.
    private bool _isScript;

    // Whether the log has a line about a refusal of the current connection: a false script could send any number of them.
    private bool _isRefusalLogged;

    // Returns the reply with the script's facts.
    private async Task<EmulatorReply> GreetAsync(ReusableSocket socket)
    {
        Volatile.Write(ref _isScript, false);
        Volatile.Write(ref _isRefusalLogged, false);
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
        catch (EmulatorException exception) when (exception.Failure is EmulatorFailure.NotApplied or EmulatorFailure.OutcomeUnknown)
        {
            var reason = exception.InnerException?.Message.TrimEnd('.') ?? "it ended";
            throw new EmulatorException(
                EmulatorFailure.ProtocolError, $"The connection broke during the hello: {reason}.", exception.InnerException ?? exception);
        }
        finally
        {
            _handshake = null;
        }
    }
}
