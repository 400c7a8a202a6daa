using System.Diagnostics;

namespace Bridge.EndToEnd.Tests.Mcp;

/// <summary>The scripted agent of the folder examples, which knows the game through MCP only.</summary>
public sealed class AgentTests : IAsyncDisposable
{
    private readonly RealEmulator _emulator = new(RealEmulator.ButtonTest, "--speed", "0");
    private readonly GameFolders _folders = new();

    public async ValueTask DisposeAsync()
    {
        await _emulator.DisposeAsync();
        _folders.Dispose();
    }

    [Trait("Needs", "picture")]
    [Fact]
    public async Task It_finishes_its_task_over_a_restart_of_bridge_and_emulator()
    {
        await _emulator.StartAsync();
        var port = FreePort.Take();
        var bridge = await StartBridgeAsync(port);
        var program = RepositoryRoot.Combine("examples", "python", "mcp_agent.py");
        var start = new ProcessStartInfo("python3", [program, $"127.0.0.1:{port}", "--restart"])
        {
            RedirectStandardInput = true, RedirectStandardOutput = true, RedirectStandardError = true,
        };
        start.Environment["PYTHONDONTWRITEBYTECODE"] = "1";
        using var agent = Process.Start(start)!;
        var errors = agent.StandardError.ReadToEndAsync();
        try
        {
            var lines = new List<string?>();
            do
                lines.Add(await agent.StandardOutput.ReadLineAsync().WaitAsync(Eventually.Patience));
            while (lines[^1] is not ("ready for a restart" or null));
            Assert.True(lines[^1] is not null, $"{string.Join('\n', lines)}{(lines[^1] is null ? await errors : "")}");
            Assert.Contains("presses of A are counted at 0x02000020", lines);

            await bridge.DisposeAsync();
            await _emulator.KillAsync();
            await agent.StandardInput.WriteLineAsync();
            await _emulator.StartAsync();
            bridge = await StartBridgeAsync(port);
            var rest = await agent.StandardOutput.ReadToEndAsync().WaitAsync(Eventually.Patience);
            await agent.WaitForExitAsync();
            Assert.True(agent.ExitCode == 0, await errors);
            Assert.Contains("every press was counted once", rest, StringComparison.Ordinal);
        }
        finally
        {
            await bridge.DisposeAsync();
            if (!agent.HasExited)
                agent.Kill();
        }
    }

    private async Task<BridgeProcess> StartBridgeAsync(int port)
    {
        var bridge = new BridgeProcess(
            $"--urls=http://127.0.0.1:{port}", $"--Bridge:Emulators:default:Port={_emulator.Port}",
            $"--Bridge:StateFolder={_folders.States}", $"--Bridge:KeyFolder={_emulator.KeyFolder}");
        await bridge.ListensAsync();
        return bridge;
    }
}
