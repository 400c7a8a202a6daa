using System.Globalization;
using System.Text;
using Bridge.RawListener.Model;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Framing;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.RawListener.Commands;

/// <summary>Decides what clients may do: with the same tokens, scopes, emulators and rate limits as over HTTP.</summary>
internal sealed class RawAuthorization(RawHost host)
{
    private const string Version = "1";
    private const string DefaultEmulator = "default";
    private const string HelloForm = "hello 1 EMULATOR TOKEN";

    /// <summary>Handles a hello, which sets the client's emulator and token.</summary>
    /// <param name="session">The client, which is unchanged if the hello is refused.</param>
    /// <param name="arguments">Version, emulator, token.</param>
    public RawReply HandleHello(RawSession session, ReadOnlySpan<byte> arguments)
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
            session.Emulator = host.GetEmulator(name);
        }
        catch (Exception exception) when (host.Explain(exception) is { } unknown)
        {
            return unknown;
        }

        session.Token = token;
        return RawReply.Ok(session.Emulator.Status.Frame, Version, name, host.NameState(session.Emulator.State));
    }

    /// <summary>Counts a message towards its client's rate limit.</summary>
    /// <returns>Null, or the reason for a refusal.</returns>
    public RawReply? CountMessage(RawSession session) =>
        host.CountMessage?.Invoke(session.Token, session.Token is null ? session.Address : null);

    /// <summary>Finds a command and checks whether the client may send it.</summary>
    /// <param name="session">The client, which has an emulator.</param>
    /// <param name="message">The message.</param>
    public static Permission Authorize(RawSession session, in CommandMessage message)
    {
        if (CommandTable.Find(message.Word) is not { IsForRawClients: true } command)
        {
            var word = Encoding.ASCII.GetString(message.Word);
            return new Permission(null, default, RawReply.Error(
                RawProblems.NotFound, $"Unknown command {word}; docs/protocol/raw-listener.md lists the commands of the raw listener."));
        }

        var category = command.Category;
        var refusal = message.Payload.Length > command.MaxPayload
            ? TooLarge(command, message.Payload.Length)
            : RefuseScope(session, command, message, ref category);
        return new Permission(command, category, refusal)
        {
            IsLong = refusal is null && command.MayHaveLongReply(message),
        };
    }

    private static RawReply? RefuseScope(
        RawSession session, CommandDescriptor command, in CommandMessage message, ref ReplayCategory category)
    {
        var needed = new ScopeSet(command.Scope);
        if (command.Effect == CommandEffect.Releases && IsAnyLease(message.Arguments))
            needed |= new ScopeSet(CommandScope.Admin);
        if (command.TakesMessages && !message.Payload.IsEmpty && AddMessages(message.Payload, ref needed, ref category) is { } problem)
            return RawReply.Error(RawProblems.BadRequest, problem, "payload");
        return session.Token is not { } token || token.Allowed.Contains(needed)
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
