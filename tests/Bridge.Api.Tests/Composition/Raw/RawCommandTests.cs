using Bridge.Api.Contract.Errors;
using Bridge.RawListener.Model;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;

namespace Bridge.Api.Tests.Composition.Raw;

/// <summary>The commands of the raw listener, with the scope and the other properties of each.</summary>
public sealed class RawCommandTests
{
    private static readonly CommandDescriptor[] Commands = [.. CommandTable.All.Where(command => command.IsForRawClients)];

    // As docs/protocol/raw-listener.md lists them.
    private static readonly string[] NotForRawClients =
        ["hello", "authenticate", "ping", "tick", "cancel", "expire", "memory.span", "act", "rom.load",
            "save.load", "save.autoload", "events.subscribe", "watch.set", "watch.achievement",
            "watch.clear"];

    [Fact]
    public void Every_command_has_a_scope() => Assert.All(Commands, command => Assert.NotEqual(CommandScope.Session, command.Scope));

    [Fact]
    public void The_problems_of_the_listener_are_those_of_the_bridge() => Assert.Subset(
        ProblemTypes.All.Select(problem => problem.Anchor).ToHashSet(),
        typeof(RawProblems).GetFields().Select(field => (string)field.GetRawConstantValue()!).ToHashSet());

    [Fact]
    public void Commands_with_the_read_scope_change_nothing() =>
        Assert.All(Commands.Where(command => command.Scope == CommandScope.Read),
            command => Assert.Equal(ReplayCategory.ReadOnly, command.Category));

    [Fact]
    public void Raw_clients_can_send_all_documented_commands_except_those_listed_here()
    {
        // One table for each area, whose rows begin with the command.
        var documented = File.ReadLines(RepositoryRoot.Combine("docs", "protocol", "commands.md"))
            .Where(line => line.StartsWith("| `", StringComparison.Ordinal))
            .Select(line => line.Split('`')[1]).Order(StringComparer.Ordinal).ToArray();
        Assert.Equal(documented, CommandTable.All.Select(command => command.Name).Order(StringComparer.Ordinal));
        Assert.Equal(documented.Except(NotForRawClients), Commands.Select(command => command.Name).Order(StringComparer.Ordinal));
    }

    [Theory]
    [InlineData("1 echo 0 0\n<|END|>2 tick 0 0\n<|END|>", "payload must not have the command tick; got it at byte 18.")]
    [InlineData("1 echo 0 0\n<|END|>2 ec", "payload must be a series of messages; the message at byte 18 is incomplete.")]
    public void A_message_that_is_wrong_is_named_by_its_place(string payload, string sentence) =>
        Assert.Equal(sentence, CommandTable.ReadMessages(System.Text.Encoding.ASCII.GetBytes(payload), _ => { }));

    [Theory]
    [InlineData("frames.wait", "600", "", 600)]
    [InlineData("frames.wait", "99999999", "", 36_000)]
    [InlineData("frames.wait", "many", "", 0)]
    [InlineData("screen.wait", "60", "", 60)]
    [InlineData("until.wait", "any 90", "picture still 0 0 0 0 20 90\n", 90)]
    [InlineData("memory.wait", "1 u8 - changed 120", "", 120)]
    [InlineData("frames.step", "10 0 - 1", "", 10)]
    [InlineData("buttons.press", "1 3 2 1", "", 5)]
    [InlineData("buttons.press", "1 3 2 0", "", 0)]
    [InlineData("buttons.sequence", "3 1", "1 10\n0 5\n", 45)]
    [InlineData("buttons.sequence", "3 0", "1 10\n0 5\n", 0)]
    [InlineData("buttons.sequence", "1000 1", "1 36000\n", 36_000)]
    [InlineData("memory.get", "1 1 -", "", 0)]
    public void The_deadline_is_extended_by_the_frames_of_a_command(string name, string arguments, string payload, int frames)
    {
        var command = CommandTable.Find(name)!;
        var request = command.ReadRequest(System.Text.Encoding.ASCII.GetBytes(arguments), System.Text.Encoding.ASCII.GetBytes(payload));
        Assert.Equal((name, frames), (request.Command, request.FramesNeeded));
    }
}
