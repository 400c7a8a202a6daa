using System.Diagnostics;
using System.Net.Http.Json;
using System.Text.Json;

namespace Bridge.Testing;

/// <summary>Debian's etcd: one member, or three that form a cluster, on free ports and in a temporary folder.</summary>
public sealed class EtcdServer : IAsyncDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("bridge-etcd-");
    private readonly Process?[] _members;
    private readonly int[] _clientPorts;
    private readonly int[] _peerPorts;
    private readonly HttpClient _http = new() { Timeout = TimeSpan.FromSeconds(5) };

    private EtcdServer(int members)
    {
        _members = new Process?[members];
        _clientPorts = [.. Enumerable.Range(0, members).Select(_ => FreePort.Take())];
        _peerPorts = [.. Enumerable.Range(0, members).Select(_ => FreePort.Take())];
    }

    /// <summary>Gets the addresses of all members.</summary>
    public IReadOnlyList<Uri> Addresses => [.. _clientPorts.Select(Local)];

    /// <summary>Starts a cluster and waits until it serves.</summary>
    public static async Task<EtcdServer> StartAsync(int members = 1)
    {
        var server = new EtcdServer(members);
        for (var member = 0; member < members; member++)
            server.Start(member);
        await server.ServesAsync().ConfigureAwait(false);
        return server;
    }

    /// <summary>Starts a member, the first time or again with its data.</summary>
    public void Start(int member)
    {
        var (client, peer) = (Text(Local(_clientPorts[member])), Text(Local(_peerPorts[member])));
        var cluster = string.Join(',', _peerPorts.Select((port, index) => $"m{index}={Text(Local(port))}"));
        var start = new ProcessStartInfo("etcd",
        [
            "--name", $"m{member}", "--data-dir", Path.Combine(_folder.FullName, $"m{member}"),
            "--listen-client-urls", client, "--advertise-client-urls", client,
            "--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer, "--initial-cluster", cluster,
            "--logger", "zap", "--log-level", "error",
        ])
        {
            RedirectStandardError = true,
        };
        // It refuses to start on some processors without this.
        start.Environment["ETCD_UNSUPPORTED_ARCH"] = "arm64";
        try
        {
            var process = Process.Start(start)!;
            process.ErrorDataReceived += static (_, _) => { };
            process.BeginErrorReadLine();
            _members[member] = process;
        }
        catch (System.ComponentModel.Win32Exception exception)
        {
            throw new InvalidOperationException("These tests need etcd: apt-get install etcd-server", exception);
        }
    }

    /// <summary>Ends a member with SIGKILL. Its data stays.</summary>
    public void Kill(int member)
    {
        if (_members[member] is not { } process)
            return;
        process.Kill();
        process.WaitForExit();
        process.Dispose();
        _members[member] = null;
    }

    /// <summary>Stops a member with SIGSTOP: its connections stay open.</summary>
    public void Silence(int member) => ProcessSignals.Send(_members[member]!.Id, ProcessSignals.Stop);

    /// <summary>Lets a silenced member go on.</summary>
    public void Continue(int member) => ProcessSignals.Send(_members[member]!.Id, ProcessSignals.Continue);

    /// <summary>Waits until all running members serve.</summary>
    public Task ServesAsync() => Eventually.HoldsAsync(async () =>
    {
        for (var member = 0; member < _members.Length; member++)
        {
            if (_members[member] is null)
                continue;
            if (await AskAsync(member, "maintenance/status", "{}").ConfigureAwait(false) is not { } status || !HasLeader(status))
                return false;
        }

        return await AskAsync(0, "kv/range", """{"key": "AA=="}""").ConfigureAwait(false) is not null;
    }, "etcd serves");

    /// <summary>Returns which member leads.</summary>
    public async Task<int> LeaderAsync()
    {
        for (var member = 0; member < _members.Length; member++)
        {
            if (await AskAsync(member, "maintenance/status", "{}").ConfigureAwait(false) is { } status && HasLeader(status)
                && status.GetProperty("leader").GetString() == status.GetProperty("header").GetProperty("member_id").GetString())
                return member;
        }

        throw new InvalidOperationException("No member of etcd leads.");
    }

    /// <summary>Calls the JSON gateway of a member, like <c>auth/enable</c>; returns null if that fails.</summary>
    public async Task<JsonElement?> AskAsync(int member, string path, string body)
    {
        try
        {
            using var content = new StringContent(body, null, "application/json");
            using var response = await _http.PostAsync(new Uri(Addresses[member], $"/v3/{path}"), content).ConfigureAwait(false);
            return response.IsSuccessStatusCode
                ? await response.Content.ReadFromJsonAsync<JsonElement>().ConfigureAwait(false)
                : null;
        }
        catch (Exception exception) when (exception is HttpRequestException or OperationCanceledException)
        {
            return null;
        }
    }

    public ValueTask DisposeAsync()
    {
        for (var member = 0; member < _members.Length; member++)
            Kill(member);
        _http.Dispose();
        _folder.Delete(recursive: true);
        return ValueTask.CompletedTask;
    }

    private static bool HasLeader(JsonElement status) => status.TryGetProperty("leader", out var leader) && leader.GetString() != "0";

    private static Uri Local(int port) => new($"http://127.0.0.1:{port}");

    private static string Text(Uri address) => address.GetLeftPart(UriPartial.Authority);
}
