using System.Buffers;
using System.Globalization;
using System.Text;
using Bridge.Api.Emulators;
using Bridge.Api.Errors;
using Bridge.Api.Security;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Framing;

namespace Bridge.Api.Raw;

/// <summary>Who may do what at the raw door: the same tokens, scopes, emulators and rates as over HTTP.</summary>
internal sealed class DoorRules(EmulatorDirectory emulators, AccessTokens tokens, TokenShares shares, ClientBuckets buckets, PeerAccounts accounts, OrderlyStop stop)
{
    /// <summary>What a first message begins with.</summary>
    public static ReadOnlySpan<byte> Greeting => "hello "u8;

    private const string Version = "1";
    private const string HelloIs = "hello 1 EMULATOR TOKEN, where both may be left out";

    /// <summary>Refuses a client of another account; returns null for every other one. A socket in the file system has permissions of its own.</summary>
    public DoorAnswer? Admit(int socket, IDoorSystem system) =>
        accounts.AreChecked && system.OwnEndOf(socket) is { } own && accounts.FindForeign(own, () => system.PeerOf(socket)) is { } foreign
            ? DoorAnswer.Of(ProblemTypes.ForeignUser, foreign.Sentence)
            : null;

    /// <summary>Takes a hello: from then on the client speaks to the emulator that it names, with what its token allows.</summary>
    /// <param name="client">Who says it; unchanged when it is refused.</param>
    /// <param name="arguments">Version, emulator, token.</param>
    public DoorAnswer Greet(DoorClient client, ReadOnlySpan<byte> arguments)
    {
        var version = WireArguments.TakeNext(ref arguments);
        // Nearly everybody means the default one, and a text for each of them would be garbage.
        var named = WireArguments.TakeNext(ref arguments);
        var name = named.IsEmpty || named is [(byte)'-'] ? emulators.Default.Name : WireArguments.Decode(named);
        var value = WireArguments.TakeNext(ref arguments);
        if (!version.SequenceEqual("1"u8) || !arguments.IsEmpty)
            return DoorAnswer.Of(ProblemTypes.InvalidParameter, $"version is \"{WireArguments.Decode(version)}\"; a hello is {HelloIs}, and nothing more.", "version");

        AccessToken? token = null;
        if (tokens.AreNeeded)
        {
            if (value.IsEmpty || value is [(byte)'-'])
                return DoorAnswer.Of(ProblemTypes.MissingToken, $"This bridge asks for a token: {HelloIs}.", "token");
            token = tokens.Find(WireArguments.Decode(value));
            if (token is null)
                return DoorAnswer.Of(ProblemTypes.WrongToken, $"token is none of this bridge's; a hello is {HelloIs}.", "token");
            if (!token.Reaches(name))
                return DoorAnswer.Of(ProblemTypes.NarrowToken, $"The token {token.Name} is not one for the emulator {name}.", "emulator");
        }

        try
        {
            client.Emulator = emulators.Get(name);
        }
        catch (RequestException unknown)
        {
            return DoorAnswer.Of(unknown, stop)!;
        }

        client.Token = token;
        return new DoorAnswer("ok", client.Emulator.Status.Frame, [Version, name, StateNames.Of(client.Emulator.State)], "");
    }

    /// <summary>Counts a message of a client, if they are counted.</summary>
    /// <param name="client">Whose it is.</param>
    /// <param name="system">Tells where it is.</param>
    /// <returns>Null, or why it is refused.</returns>
    public DoorAnswer? Count(DoorClient client, IDoorSystem system)
    {
        if (buckets.Limiter is not { } limiter)
            return null;
        using var lease = limiter.AttemptAcquire((object?)client.Token ?? ClientBuckets.KeyOf(system.PeerOf(client.Socket)?.Address));
        return lease.IsAcquired ? null : DoorAnswer.Of(ProblemTypes.TooManyRequests, buckets.Sentence, retryAfter: buckets.RetryAfter(lease));
    }

    /// <summary>Finds the command, and looks whether the client may have it.</summary>
    /// <param name="client">Whose it is; has said hello.</param>
    /// <param name="message">What it wants.</param>
    /// <param name="command">The command, if there is one of this name.</param>
    /// <param name="category">What repeating it would do.</param>
    /// <returns>Null, or why it is refused.</returns>
    public static DoorAnswer? Judge(DoorClient client, in CommandMessage message, out CommandDescriptor? command, out ReplayCategory category)
    {
        category = ReplayCategory.NotReplayable;
        command = CommandTable.Find(message.Word) is { IsForRawClients: true } found ? found : null;
        if (command is null)
            return DoorAnswer.Of(ProblemTypes.NotFound, $"There is no command {Encoding.ASCII.GetString(message.Word)} at the raw door; docs/protocol.md lists those there are.");
        category = command.Category;
        var needed = ScopeOf(command);
        if (message.Payload.Length > command.MaxPayload)
        {
            return command.MaxPayload == 0
                ? DoorAnswer.Of(ProblemTypes.InvalidParameter, $"payload has {message.Payload.Length} bytes; {command.Name} has none.", "payload")
                : DoorAnswer.Of(ProblemTypes.TooLarge, string.Create(CultureInfo.InvariantCulture,
                    $"payload has {message.Payload.Length:N0} bytes; {command.MaxPayload:N0} is the most that {command.Name} takes."), "payload");
        }

        if (command.Name == "frames.let-go" && EndsAnyHold(message.Arguments))
            needed |= Scope.Admin;

        if (command.TakesMessages && !message.Payload.IsEmpty)
        {
            var (all, worst) = (needed, category);
            if (CommandTable.ReadMessages(message.Payload, each =>
                {
                    all |= ScopeOf(each);
                    worst = each.Category < worst ? each.Category : worst;
                }) is { } wrong)
                return DoorAnswer.Of(ProblemTypes.BadRequest, wrong, "payload");
            (needed, category) = (all, worst);
        }

        return client.Token is not { } token || token.Allows(needed)
            ? null
            : DoorAnswer.Of(ProblemTypes.NarrowToken, $"The token {token.Name} allows {ScopeNames.Of(token.Scopes)}; this needs {ScopeNames.Of(needed)}.");
    }

    /// <summary>Takes the places that a command needs in its client's share.</summary>
    /// <param name="client">The client; has said hello.</param>
    /// <param name="command">The command.</param>
    /// <returns>What gives them back when it is disposed; null when the command needs none.</returns>
    /// <exception cref="RequestException">The token has its share already.</exception>
    public IDisposable? TakePlaces(DoorClient client, CommandDescriptor command) => command.Name switch
    {
        "frames.wait" or "memory.wait" => shares.Take(client.Emulator!, client.Token, SharedPlaces.Waits),
        "screen.wait" => shares.Take(client.Emulator!, client.Token, SharedPlaces.Waits, SharedPlaces.ScreenWaits),
        _ => null,
    };

    /// <summary>The scope that a token needs for a command, the same as for the HTTP operation that sends it.</summary>
    internal static Scope ScopeOf(CommandDescriptor command) => command.Scope switch
    {
        CommandScope.Read => Scope.Read,
        CommandScope.Input => Scope.Input,
        CommandScope.Write => Scope.Write,
        CommandScope.States => Scope.States,
        CommandScope.Admin => Scope.Admin,
        _ => throw new ArgumentException($"{command.Name} must be a command with a scope.", nameof(command)),
    };

    private static bool EndsAnyHold(ReadOnlySpan<byte> arguments) => WireArguments.Decode(WireArguments.TakeNext(ref arguments)) == HoldCommands.AnyLease;

    /// <summary>What is told of an exception; null when it is one of the bridge itself.</summary>
    public DoorAnswer? Explain(Exception exception) => DoorAnswer.Of(exception, stop);
}
