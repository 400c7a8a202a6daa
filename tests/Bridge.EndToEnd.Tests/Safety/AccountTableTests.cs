using System.Diagnostics;
using System.Globalization;
using System.Runtime.Versioning;
using Microsoft.Extensions.Logging.Abstractions;

namespace Bridge.EndToEnd.Tests.Safety;

/// <summary>Every row of the table of accounts in docs/security.md, tried as both accounts. Needs root.</summary>
[UnsupportedOSPlatform("windows")]
public sealed class AccountTableTests(AccountTableTests.Machine machine) : IClassFixture<AccountTableTests.Machine>
{
    // Programs of Python: each prints yes if the account may do what the row says.
    private const string Read = "import sys; [open(path, 'rb').read() for path in sys.argv[1:]]; print('yes')";
    private const string Connect = "import socket, sys; s = socket.socket(socket.AF_UNIX); s.connect(sys.argv[1]); print('yes')";
    private const string Signal = "import os, sys; os.kill(int(sys.argv[1]), 0); print('yes')";

    private const string Request = """
        import json, sys, urllib.error, urllib.request
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        def status(path, body=None):
            headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
            request = urllib.request.Request(sys.argv[1] + path, body and json.dumps(body).encode(), headers)
            try:
                return opener.open(request, timeout=20).status
            except urllib.error.HTTPError as error:
                return error.code
        """;

    private const string Play = Request + """

        hello = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-06-18", "capabilities": {},
                 "clientInfo": {"name": "x", "version": "1"}}}
        codes = [status("/emulators/default/buttons"), status("/mcp", hello)]
        print({(200, 200): "yes", (403, 403): "no"}.get(tuple(codes), codes))
        """;

    private const string Live = Request + """

        print({(200,): "yes"}.get((status("/health/live"),), "no"))
        """;

    private const string Raw = """
        import socket, sys
        s = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
        try:
            s.sendall(b"hello 1 default -<|END|>")
            print("yes" if s.recv(1000).startswith(b"ok ") else "no")
        except OSError:
            print("no")
        """;

    private const string Door = """
        import socket, sys
        s = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
        try:
            s.sendall(b"VERSION\n")
            print("yes" if s.recv(1000) == b"1\n" else "no")
        except OSError:
            print("no")
        """;

    private const string Datagram = """
        import socket, sys
        s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        s.settimeout(2)
        s.sendto(b"VERSION", ("127.0.0.1", int(sys.argv[1])))
        try:
            print("yes" if s.recv(100) else "no")
        except OSError:
            print("no")
        """;

    private static readonly Dictionary<string, Func<Machine, bool, Task<string>>> Probes = new()
    {
        ["send a request over HTTP or MCP"] = (it, isOther) => Machine.RunAsync(isOther, Play, it.Bridge.Address.ToString().TrimEnd('/')),
        ["send a command to the raw listener"] = (it, isOther) => Machine.RunAsync(isOther, Raw, $"{it.RawPort}"),
        ["connect to an open door"] = (it, isOther) => Machine.RunAsync(isOther, Door, $"{it.DoorPort}"),
        ["send a datagram to an open door"] = (it, isOther) => Machine.RunAsync(isOther, Datagram, $"{it.DatagramPort}"),
        ["ask whether the bridge lives"] = (it, isOther) => Machine.RunAsync(isOther, Live, it.Bridge.Address.ToString().TrimEnd('/')),
        ["use the bridge's Unix socket"] = (it, isOther) => Machine.RunAsync(isOther, Connect, it.UnixPath),
        ["send a command to the script"] = CommandAsync,
        ["play the script at its port"] = PlayTheScriptAsync,
        ["reach a created emulator's socket"] = (it, isOther) => Machine.RunAsync(isOther, Connect, it.FileOf("socket")),
        ["read keys, states, saves and logs"] = async (it, isOther) =>
        {
            var told = await Task.WhenAll(it.PrivateFiles.Select(file => Machine.RunAsync(isOther, Read, file)));
            return Assert.Single(told.Distinct());
        },
        ["read the environment of an emulator"] = (it, isOther) => Machine.RunAsync(isOther, Read, $"/proc/{it.Emulator}/environ"),
        ["end an emulator"] = (it, isOther) => Machine.RunAsync(isOther, Signal, $"{it.Emulator}"),
    };

    private static readonly Dictionary<string, (string Own, string Other)> Table = ReadTable();

    public static TheoryData<string> Rows => [.. Table.Keys];

    [Fact]
    public void Every_row_has_its_test_and_every_test_its_row() => Assert.Equal(Table.Keys.Order(), Probes.Keys.Order());

    [Theory]
    [MemberData(nameof(Rows))]
    public async Task It_is_as_the_table_says(string what)
    {
        Assert.SkipWhen(OtherAccount.Missing is not null, OtherAccount.Missing ?? "");
        var (own, other) = Table[what];
        Assert.Equal((own, other), (await Probes[what](machine, false), await Probes[what](machine, true)));
    }

    // Only the bridge's account can read the secret, so the other one has no proof to send.
    private static async Task<string> CommandAsync(Machine it, bool isOther)
    {
        if (isOther)
        {
            var answer = await OtherAccount.AskAsync(it.Script.Port,
                ScriptProof.Hello("stranger") + "1 authenticate 0 0 -\n<|END|>2 reset 0 0\n<|END|>");
            return answer.Contains("1 unauthorized ", StringComparison.Ordinal) && !answer.Contains("2 ok ", StringComparison.Ordinal)
                ? "no" : answer;
        }

        using var connection = await ScriptConnection.OpenAsync(it.Script.Port);
        Assert.StartsWith("1 ok ", await connection.GreetAsync("own", it.Script.Key), StringComparison.Ordinal);
        return (await connection.AskAsync("2 buttons.get 0 0\n<|END|>")).StartsWith("2 ok ", StringComparison.Ordinal)
            ? "yes, with the secret" : "no";
    }

    private static async Task<string> PlayTheScriptAsync(Machine it, bool isOther)
    {
        await using var own = new FakeEmulator();
        var port = isOther ? FreePort.Take() : own.Port;
        using var other = isOther ? new ForeignListener(port, "playing") : null;
        await (other?.ListensAsync() ?? Task.CompletedTask);
        await using var client = new Bridge.SocketPool.EmulatorClient(
            "played", new EmulatorOptions { Port = port, KeyFolder = it.Keys }, TimeProvider.System, NullLogger.Instance);
        await Eventually.HoldsAsync(() => client.State != EmulatorState.NoEmulator, "it is decided");
        return client.State switch { EmulatorState.Running => "yes", EmulatorState.ForeignScript => "no", var state => $"{state}" };
    }

    private static Dictionary<string, (string Own, string Other)> ReadTable() =>
        File.ReadLines(RepositoryRoot.Combine("docs", "security.md"))
            .SkipWhile(line => !line.StartsWith("| what | the bridge's account", StringComparison.Ordinal)).Skip(2)
            .TakeWhile(line => line.StartsWith("| ", StringComparison.Ordinal))
            .Select(line => line.Split('|', StringSplitOptions.TrimEntries))
            .ToDictionary(cells => cells[1], cells => (cells[2], cells[3]));

    /// <summary>A bridge without tokens, with everything that the table names.</summary>
    public sealed class Machine : IAsyncLifetime
    {
        private readonly GameFolders _games = new();
        private readonly DirectoryInfo _keys = Directory.CreateTempSubdirectory("bridge-keys-");
        private BridgeProcess? _bridge;

        public Machine() => Script = new RealEmulator { KeyFolder = Keys };

        public BridgeProcess Bridge => _bridge!;

        public RealEmulator Script { get; }

        public int RawPort { get; } = FreePort.Take();

        public int DoorPort { get; } = FreePort.Take();
        public int DatagramPort { get; } = FreePort.Take();

        /// <summary>Gets the process of the created emulator.</summary>
        public int Emulator { get; private set; }

        public string Keys => _keys.FullName;

        public string UnixPath => Path.Combine(Keys, "bridge.sock");

        public IEnumerable<string> PrivateFiles =>
        [
            Path.Combine(Keys, $"script-{Script.Port}.key"), FileOf("log"), FileOf("emulator.json"),
            .. Directory.GetFiles(FileOf("saves")), .. Directory.GetFiles(_games.States, "*", SearchOption.AllDirectories),
        ];

        public string FileOf(string name) => Path.Combine(_games.Emulators, "red", name);

        public async ValueTask InitializeAsync()
        {
            if (OtherAccount.Missing is not null)
                return;
            // Others may enter these folders, so that the modes of what is inside decide.
            foreach (var folder in (string[])[_keys.FullName, Path.GetDirectoryName(_games.Roms)!])
                File.SetUnixFileMode(folder, (UnixFileMode)Convert.ToInt32("755", 8));
            await Script.StartAsync();
            _bridge = new BridgeProcess($"--Bridge:Emulators:default:Port={Script.Port}", $"--Bridge:KeyFolder={Keys}",
                $"--Bridge:Unix:Path={UnixPath}", $"--Bridge:Raw:Address=127.0.0.1:{RawPort}", $"--Bridge:RomFolder={_games.Roms}",
                $"--Bridge:Doors:BizHawk:Port={DoorPort}", $"--Bridge:Doors:RetroArch:Port={DatagramPort}",
                $"--Bridge:StateFolder={_games.States}", $"--Bridge:OnDemand:Program={HostProgram.Path}",
                $"--Bridge:OnDemand:Folder={_games.Emulators}", "--Bridge:OnDemand:Warm=0");
            await _bridge.ListensAsync();
            using var client = new HttpClient { BaseAddress = _bridge.Address };
            await client.IsReadyAsync();
            await OnDemandBridge.CreateAsync(client, """, "name": "red" """);
            foreach (var path in (string[])["/emulators/red/slots/1/save", "/emulators/red/states/boss"])
            {
                using var saved = path.EndsWith("boss", StringComparison.Ordinal)
                    ? await client.PutAsync(path, null) : await client.PostAsync(path, null);
                Assert.True(saved.IsSuccessStatusCode, await saved.Content.ReadAsStringAsync());
            }

            var place = Path.Combine(_games.Emulators, "red");
            Emulator = Process.GetProcessesByName("mgba-host").Single(process =>
                new FileInfo(string.Create(CultureInfo.InvariantCulture, $"/proc/{process.Id}/cwd")).LinkTarget == place).Id;
        }

        /// <summary>Runs a program of Python as this or as another account.</summary>
        /// <returns>What it prints; <c>no</c> if the system denies it something.</returns>
        public static async Task<string> RunAsync(bool isOther, string program, params string[] arguments)
        {
            var careful = $"try:\n    exec({Literal(program)})\nexcept PermissionError:\n    print('no')";
            using var process = isOther
                ? OtherAccount.Start("/usr/bin/python3", ["-c", careful, .. arguments])
                : Process.Start(new ProcessStartInfo("/usr/bin/python3", ["-c", careful, .. arguments]) { RedirectStandardOutput = true })!;
            return (await process.StandardOutput.ReadToEndAsync().WaitAsync(Eventually.Patience)).Trim();
        }

        public async ValueTask DisposeAsync()
        {
            if (_bridge is not null)
            {
                ProcessSignals.Send(_bridge.Id, ProcessSignals.Terminate);
                await _bridge.EndsAsync();
                await _bridge.DisposeAsync();
            }

            await Script.DisposeAsync();
            _games.Dispose();
            _keys.Delete(recursive: true);
        }

        private static string Literal(string program) => System.Text.Json.JsonSerializer.Serialize(program);
    }
}
