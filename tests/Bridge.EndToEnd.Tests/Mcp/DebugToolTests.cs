using System.Text.Json;

namespace Bridge.EndToEnd.Tests.Mcp;

/// <summary>A bridge that offers the tools of the debugger.</summary>
public sealed class DebuggedGame : RunningGame
{
    protected override (string Name, string Value)[] Settings => [("Bridge:Mcp:Debug", "true")];
}

/// <summary>The tools of the debugger, which are offered only where the settings say so.</summary>
[Trait("Needs", "host")]
public sealed class DebugToolTests(DebuggedGame game) : IClassFixture<DebuggedGame>
{
    private const string Counter = "0x02000000";

    [Fact]
    public async Task They_stop_step_and_look_into_the_past()
    {
        var names = (await game.Client.AskMcpAsync("tools/list")).GetProperty("tools").EnumerateArray()
            .Select(tool => tool.GetProperty("name").GetString());
        Assert.Equal(["debug_run", "debug_breakpoint", "debug_past"], names.TakeLast(3));

        var written = await CallAsync("debug_run", $$"""{"to": "{{Counter}}", "on": "write"}""");
        Assert.True(written.GetProperty("stopped").GetBoolean());
        var stop = written.GetProperty("stop");
        Assert.StartsWith(stop.GetProperty("pc").GetString()!, written.GetProperty("code")[0].GetString(), StringComparison.Ordinal);
        var instruction = stop.GetProperty("instruction").GetString();
        var past = await CallAsync("debug_past", $$"""{"writerOf": "{{Counter}}", "length": 4}""");
        Assert.Equal(instruction, past.GetProperty("writer").GetProperty("write").GetProperty("pc").GetString());
        var stepped = await CallAsync("debug_run", """{"step": 1}""");
        Assert.Equal("step", stepped.GetProperty("stop").GetProperty("on").GetString());
        Assert.False((await CallAsync("debug_run", """{"resume": true}""")).GetProperty("stopped").GetBoolean());

        var set = await CallAsync("debug_breakpoint", $$"""{"set": "{{Counter}}", "on": "change"}""");
        Assert.Equal("change", Assert.Single(set.GetProperty("breakpoints").EnumerateArray()).GetProperty("on").GetString());
        Assert.Empty((await CallAsync("debug_breakpoint", """{"remove": 0}""")).GetProperty("breakpoints").EnumerateArray());
        var now = past.GetProperty("writer").GetProperty("to").GetInt64();
        var covered = await CallAsync("debug_past", $$"""{"coverage": [{{now - 2}}, {{now}}]}""");
        Assert.NotEmpty(covered.GetProperty("coverage").GetProperty("ranges").EnumerateArray());
        var traced = await CallAsync("debug_past", $$"""{"traceAt": {{now}}, "lines": 5}""");
        Assert.Equal(5, traced.GetProperty("trace").GetArrayLength());
    }

    [Theory]
    [InlineData("debug_run", "{}", "Exactly one of to, stop, step and resume is required; got 0.")]
    [InlineData("debug_run", """{"stop": true, "resume": true}""", "got 2.")]
    [InlineData("debug_run", """{"stop": true, "on": "read"}""", "on requires to.")]
    [InlineData("debug_run", """{"to": "nowhere"}""", "address must be")]
    [InlineData("debug_breakpoint", """{"set": "0x02000000", "remove": 1}""", "set can't be combined with remove.")]
    [InlineData("debug_breakpoint", """{"remove": 12345}""", "There is no breakpoint 12345.")]
    [InlineData("debug_past", """{"coverage": [1]}""", "coverage must be two frames of the history")]
    [InlineData("debug_past", """{"traceAt": 1, "lines": 201}""", "lines must be 1 to 200; got")]
    public async Task Wrong_calls_are_refused(string tool, string arguments, string words)
    {
        var result = await game.Client.AskMcpAsync("tools/call", $$"""{"name": "{{tool}}", "arguments": {{arguments}}}""");
        Assert.True(result.GetProperty("isError").GetBoolean());
        Assert.Contains(words, result.GetProperty("content")[0].GetProperty("text").GetString(), StringComparison.Ordinal);
    }

    private async Task<JsonElement> CallAsync(string tool, string arguments)
    {
        var result = await game.Client.AskMcpAsync("tools/call", $$"""{"name": "{{tool}}", "arguments": {{arguments}}}""");
        Assert.False(result.TryGetProperty("isError", out var isError) && isError.GetBoolean(), result.GetRawText());
        return result.GetProperty("structuredContent");
    }
}
