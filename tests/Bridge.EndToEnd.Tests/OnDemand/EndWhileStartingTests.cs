using System.Globalization;
using System.Runtime.Versioning;
using System.Text.Json;
using Bridge.Testing;
using Bridge.Testing.Http;

namespace Bridge.EndToEnd.Tests.OnDemand;

/// <summary>An emulator has died and is ended while it is started again.</summary>
[UnsupportedOSPlatform("windows")]
public sealed class EndWhileStartingTests : IAsyncLifetime
{
    private readonly OnDemandBridge _folders = new();
    private readonly DirectoryInfo _root = Directory.CreateTempSubdirectory("bridge-program-");

    public async ValueTask InitializeAsync() => await HostProgram.BuildAsync();

    public ValueTask DisposeAsync()
    {
        _folders.DeleteAll();
        _root.Delete(recursive: true);
        return ValueTask.CompletedTask;
    }

    [Fact]
    public async Task Its_end_leaves_no_process_and_nothing_of_the_next_one_is_deleted()
    {
        var (program, gate) = (Path.Combine(_root.FullName, "program"), Path.Combine(_root.FullName, "gate"));
        // While the gate is there, a pipe that nobody writes to, an emulator doesn't get beyond its start.
        await File.WriteAllTextAsync(program, $"#!/bin/sh\n[ -p '{gate}' ] && read line < '{gate}'\nexec '{HostProgram.Path}' \"$@\"\n");
        File.SetUnixFileMode(program, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        await using var bridge = new BridgeHost(
            [.. _folders.Settings, ("Bridge:OnDemand:Program", program), ("Bridge:OnDemand:Warm", "0")]);
        await OnDemandBridge.CreateAsync(bridge.Client, """, "name": "red", "lease": {"seconds": null}""");
        var first = _folders.ProcessOf("red");
        Shell.Run(_root.FullName, "mkfifo gate");
        ProcessSignals.Send(first, ProcessSignals.Kill);
        await Eventually.HoldsAsync(() => RecordedProcess() != first, "it is being started again");
        var second = RecordedProcess();

        using var ended = await bridge.Client.AskAsync("DELETE", "/emulators/red");

        Assert.Equal(204, (int)ended.StatusCode);
        Assert.False(Directory.Exists(string.Create(CultureInfo.InvariantCulture, $"/proc/{second}")));
        File.Delete(gate);
        await OnDemandBridge.CreateAsync(bridge.Client, """, "name": "red" """);
        Assert.Equal(_folders.ProcessOf("red"), RecordedProcess());
    }

    private int RecordedProcess()
    {
        var file = _folders.FileOf("red", "emulator.json");
        return JsonDocument.Parse(File.ReadAllText(file)).RootElement.GetProperty("process").GetInt32();
    }
}
