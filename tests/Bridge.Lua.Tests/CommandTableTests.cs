using Bridge.SocketPool.Commands;
using Xunit;

namespace Bridge.Lua.Tests;

/// <summary>The bridge's command table and the script's handlers have the same commands.</summary>
public sealed class CommandTableTests
{
    [Fact]
    public void The_bridge_and_the_script_have_the_same_commands() =>
        Assert.Equal(
            ScriptHandlers.Read().Keys.Order(StringComparer.Ordinal),
            CommandTable.All.Select(command => command.Name).Order(StringComparer.Ordinal));

    [Fact]
    public void The_same_commands_take_a_payload_on_both_sides()
    {
        var handlers = ScriptHandlers.Read();

        Assert.Equal(
            handlers.Where(handler => handler.Value.TakesPayload).Select(handler => handler.Key).Order(StringComparer.Ordinal),
            CommandTable.All.Where(command => command.MaxPayload > 0).Select(command => command.Name).Order(StringComparer.Ordinal));
    }

    [Fact]
    public void A_quick_command_is_never_long_for_the_script()
    {
        var handlers = ScriptHandlers.Read();

        Assert.DoesNotContain(CommandTable.All, command => command.Routing == CommandRouting.Quick && handlers[command.Name].MayBeLong);
    }
}
