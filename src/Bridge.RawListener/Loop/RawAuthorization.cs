using System.Globalization;
using System.Net;
using System.Text;
using Bridge.RawListener.Connections;
using Bridge.RawListener.Model;
using Bridge.RawListener.Sockets;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Framing;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.RawListener.Loop;

/// <summary>Decides what clients may do: with the same accounts, tokens, scopes, emulators and rate limits as over HTTP.</summary>
internal sealed class RawAuthorization(RawHost host, ISocketSystem sockets)
{
    private const string Version = "1";
    private const string DefaultEmulator = "default";
    private const string HelloForm = "hello 1 EMULATOR TOKEN";

    /// <summary>Returns why a new connection is refused; null to accept it. A Unix socket has file permissions instead.</summary>
    public RawReply? RefuseAccount(int socket) => host.RefuseAccount is { } refuse && sockets.GetLocalEndPoint(socket) is { } local
        ? refuse(local, () => sockets.GetRemoteEndPoint(socket))
        : null;

    /// <summary>Handles a hello, which sets the connection's emulator and token.</summary>
    /// <param name="connection">The connection, which is unchanged if the hello is refused.</param>
    /// <param name="arguments">Version, emulator, token.</param>
    public RawReply HandleHello(RawConnection connection, ReadOnlySpan<byte> arguments)
    {
        var version = WireArguments.TakeNext(ref arguments);
        var emulatorArgument = WireArguments.TakeNext(ref arguments);
        var tokenArgument = WireArguments.TakeNext(ref arguments);
        if (!version.SequenceEqual("1"u8) || !arguments.IsEmpty)
        {
            return RawReply.Error(RawProblems.InvalidParameter,
                $"version must be 1 in a hello without further arguments ({HelloForm}); got "
                + $"\"{WireArguments.Decode(version)}\".", "version");
        }

        // Most clients omit the name, so it needs no new string.
        var name = IsOmitted(emulatorArgument) ? DefaultEmulator : WireArguments.Decode(emulatorArgument);
        if (CheckToken(name, tokenArgument, out var token) is { } refusal)
            return refusal;
        try
        {
            connection.Emulator = host.GetEmulator(name);
        }
        catch (Exception exception) when (host.Explain(exception) is { } unknown)
        {
            return unknown;
        }

        connection.Token = token;
        return RawReply.Ok(connection.Emulator.Status.Frame, Version, name, host.NameState(connection.Emulator.State));
    }

    /// <summary>Counts a message towards its client's rate limit.</summary>
    /// <returns>Null, or the reason for a refusal.</returns>
    public RawReply? CountMessage(RawConnection connection)
    {
        if (host.CountMessage is not { } count)
            return null;
        IPAddress? address = connection.Token is null ? sockets.GetRemoteEndPoint(connection.Socket)?.Address : null;
        return count(connection.Token, address);
    }

    /// <summary>Finds a command and checks whether the client may send it.</summary>
    /// <param name="connection">The connection, which has an emulator.</param>
    /// <param name="message">The message.</param>
    /// <param name="command">The command; null if there is none of this name.</param>
    /// <param name="category">The effect of a repetition.</param>
    /// <returns>Null, or the reason for a refusal.</returns>
    public static RawReply? Authorize(
        RawConnection connection, in CommandMessage message, out CommandDescriptor? command, out ReplayCategory category)
    {
        category = ReplayCategory.NotReplayable;
        command = CommandTable.Find(message.Word) is { IsForRawClients: true } found ? found : null;
        if (command is null)
        {
            var word = Encoding.ASCII.GetString(message.Word);
            return RawReply.Error(
                RawProblems.NotFound, $"Unknown command {word}; docs/protocol/raw-listener.md lists the commands of the raw listener.");
        }

        category = command.Category;
        if (message.Payload.Length > command.MaxPayload)
            return TooLarge(command, message.Payload.Length);
        var needed = new ScopeSet(command.Scope);
        if (command.Effect == CommandEffect.Releases && IsAnyLease(message.Arguments))
            needed |= new ScopeSet(CommandScope.Admin);
        if (command.TakesMessages && !message.Payload.IsEmpty && AddMessages(message.Payload, ref needed, ref category) is { } problem)
            return RawReply.Error(RawProblems.BadRequest, problem, "payload");
        return connection.Token is not { } token || token.Allowed.Contains(needed)
            ? null
            : RawReply.Error(RawProblems.NarrowToken, $"The token {token.Name} allows {token.Allowed}; this command needs {needed}.");
    }

    private RawReply? CheckToken(string emulator, ReadOnlySpan<byte> tokenArgument, out RawToken? token)
    {
        token = null;
        if (host.FindToken is not { } find)
            return null;
        if (IsOmitted(tokenArgument))
            return RawReply.Error(RawProblems.MissingToken, $"token is required: {HelloForm}.", "token");
        token = find(WireArguments.Decode(tokenArgument));
        if (token is null)
            return RawReply.Error(RawProblems.WrongToken, $"token must be a token of this bridge: {HelloForm}.", "token");
        return token.Reaches(emulator)
            ? null
            : RawReply.Error(RawProblems.NarrowToken, $"The token {token.Name} does not allow the emulator {emulator}.", "emulator");
    }

    private static RawReply TooLarge(CommandDescriptor command, int bytes) => command.MaxPayload == 0
        ? RawReply.Error(RawProblems.InvalidParameter, $"payload must be empty for {command.Name}; got {bytes} bytes.", "payload")
        : RawReply.Error(RawProblems.TooLarge, string.Create(CultureInfo.InvariantCulture,
            $"payload must be at most {command.MaxPayload:N0} bytes for {command.Name}; got {bytes:N0}."), "payload");

    // A batch needs the scopes of its operations, and is as repeatable as the least repeatable of them.
    private static string? AddMessages(ReadOnlySpan<byte> payload, ref ScopeSet needed, ref ReplayCategory category)
    {
        var (all, worst) = (needed, category);
        var problem = CommandTable.ReadMessages(payload, each =>
        {
            all |= new ScopeSet(each.Scope);
            worst = each.Category < worst ? each.Category : worst;
        });
        (needed, category) = (all, worst);
        return problem;
    }

    private static bool IsAnyLease(ReadOnlySpan<byte> arguments) =>
        WireArguments.Decode(WireArguments.TakeNext(ref arguments)) == HoldCommands.AnyLease;

    private static bool IsOmitted(ReadOnlySpan<byte> argument) => argument.IsEmpty || argument is [(byte)'-'];
}
