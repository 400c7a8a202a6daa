using System.Collections.Concurrent;
using System.Globalization;
using Bridge.Testing;
using Bridge.Testing.Http;

namespace Bridge.EndToEnd.Tests.OnDemand;

/// <summary>
/// Another account tries to be an emulator that starts, or to reach one: it tries every socket that the system lists. Needs root.
/// BRIDGE_RACES sets the number of rounds.
/// </summary>
public sealed class ForeignRaceTests(OnDemandBridge bridge) : IClassFixture<OnDemandBridge>, IAsyncLifetime
{
    // Prints each connection that it makes, each socket that it binds, and the bytes that it gets. It listens at ports that scripts had in
    // earlier versions, and tries every socket in the folder of emulators.
    private const string Program = """
        import os, socket, sys, threading
        def connect():
            while True:
                with open("/proc/net/unix") as table:
                    paths = {line.split()[7] for line in table if len(line.split()) > 7}
                for path in paths | {sys.argv[1] + "/red/socket", sys.argv[1] + "/e1/socket"}:
                    if not (path == "socket" or sys.argv[1] in path):
                        continue
                    with socket.socket(socket.AF_UNIX) as client:
                        try:
                            client.connect(path)
                            print("connected to", path, flush=True)
                        except OSError:
                            pass
                    with socket.socket(socket.AF_UNIX) as listener:
                        try:
                            listener.bind(path)
                            print("bound", path, flush=True)
                        except OSError:
                            pass
        def listen(port):
            with socket.create_server(("127.0.0.1", port)) as listener:
                while True:
                    print("got", listener.accept()[0].recv(4096), flush=True)
        for port in range(20000, 20100):
            threading.Thread(target=listen, args=(port,), daemon=True).start()
        threading.Thread(target=connect, daemon=True).start()
        print("tries", flush=True)
        sys.stdin.read()
        """;

    private static readonly int Rounds =
        int.Parse(Environment.GetEnvironmentVariable("BRIDGE_RACES") ?? "20", NumberStyles.None, CultureInfo.InvariantCulture);

    public ValueTask InitializeAsync() => ValueTask.CompletedTask;

    public async ValueTask DisposeAsync() => await bridge.EndAllAsync();

    [Fact]
    public async Task Another_account_neither_becomes_an_emulator_nor_reaches_one_at_its_start_or_restart()
    {
        Assert.SkipWhen(OtherAccount.Missing is not null, OtherAccount.Missing ?? "");
        var gained = new ConcurrentQueue<string>();
        var begins = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        using var stranger = OtherAccount.Start("/usr/bin/python3", "-c", Program, bridge.Folder);
        stranger.OutputDataReceived += (_, line) =>
        {
            if (line.Data == "tries")
                begins.TrySetResult();
            else if (line.Data is { Length: > 0 } text)
                gained.Enqueue(text);
        };
        stranger.BeginOutputReadLine();
        await begins.Task.WaitAsync(Eventually.Patience);

        var secrets = new HashSet<string>();
        for (var round = 0; round < Rounds; round++)
        {
            var name = OnDemandBridge.NameOf(await bridge.CreateAsync(round % 2 == 0 ? """, "name": "red" """ : ""));
            var secret = bridge.SecretOf(name);
            ProcessSignals.Send(bridge.ProcessOf(name), ProcessSignals.Kill);
            await Eventually.HoldsAsync(() => bridge.SecretOf(name) != secret, "it is started again, with another secret");
            await bridge.Bridge.ReachesAsync("running", name);
            secrets.UnionWith([secret, bridge.SecretOf(name)]);
            Assert.Equal("BUTTONTEST", (await bridge.Client.GetJsonAsync($"/emulators/{name}"))
                .GetProperty("game").GetProperty("title").GetString());
            await bridge.EndAsync(name);
            Assert.Empty(gained);
        }

        stranger.Kill();
        Assert.Equal(2 * Rounds, secrets.Count);
    }
}
