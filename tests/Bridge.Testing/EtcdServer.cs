using System.Diagnostics;
using System.Net.Http.Json;
using System.Security.Cryptography;
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
    private readonly TimeSpan? _tokenTime;

    private EtcdServer(int members, TimeSpan? tokenTime)
    {
        _tokenTime = tokenTime;
        _members = new Process?[members];
        _clientPorts = [.. Enumerable.Range(0, members).Select(_ => FreePort.Take())];
        _peerPorts = [.. Enumerable.Range(0, members).Select(_ => FreePort.Take())];
    }

    /// <summary>Gets the addresses of all members.</summary>
    public IReadOnlyList<Uri> Addresses => [.. _clientPorts.Select(Local)];

    /// <summary>Starts a cluster and waits until it serves.</summary>
    /// <param name="members">How many members it has.</param>
    /// <param name="tokenTime">How long its tokens are valid, which are signed then (JWT); null: etcd's simple tokens.</param>
    public static async Task<EtcdServer> StartAsync(int members = 1, TimeSpan? tokenTime = null)
    {
        var server = new EtcdServer(members, tokenTime);
        if (tokenTime is not null)
            server.WriteKeys();
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
            .. _tokenTime is { } time
                ? ["--auth-token", $"jwt,pub-key={PublicKey},priv-key={PrivateKey},sign-method=RS256,ttl={(int)time.TotalSeconds}s"]
                : Array.Empty<string>(),
        ])
        {
            RedirectStandardError = true,
        };
        // Without this, it refuses to start on ARM processors.
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

    /// <summary>Returns the index of the leader.</summary>
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

    /// <summary>Adds the account root, which from now on each call needs.</summary>
    public async Task RequireAccountsAsync(string rootPassword)
    {
        foreach (var (path, body) in new[]
        {
            ("auth/user/add", $$"""{"name": "root", "password": "{{rootPassword}}"}"""), ("auth/role/add", """{"name": "root"}"""),
            ("auth/user/grant", """{"user": "root", "role": "root"}"""), ("auth/enable", "{}"),
        })
            _ = await AskAsync(0, path, body).ConfigureAwait(false) ?? throw new InvalidOperationException($"etcd refuses {path}.");
    }

    /// <summary>Calls the JSON gateway as the account root; returns null if that fails.</summary>
    public async Task<JsonElement?> AskAsRootAsync(string password, string path, string body)
    {
        var account = await AskAsync(0, "auth/authenticate", $$"""{"name": "root", "password": "{{password}}"}""").ConfigureAwait(false);
        return await AskAsync(0, path, body, account?.GetProperty("token").GetString()).ConfigureAwait(false);
    }

    /// <summary>Calls the JSON gateway of a member, like <c>auth/enable</c>; returns null if that fails.</summary>
    public async Task<JsonElement?> AskAsync(int member, string path, string body, string? token = null)
    {
        try
        {
            using var request = new HttpRequestMessage(HttpMethod.Post, new Uri(Addresses[member], $"/v3/{path}"));
            request.Content = new StringContent(body, null, "application/json");
            if (token is not null)
                request.Headers.TryAddWithoutValidation("Authorization", token);
            using var response = await _http.SendAsync(request).ConfigureAwait(false);
            return response.IsSuccessStatusCode
                ? await response.Content.ReadFromJsonAsync<JsonElement>().ConfigureAwait(false)
                : null;
        }
        catch (Exception exception) when (exception is HttpRequestException or OperationCanceledException)
        {
            return null;
        }
    }

    private string PublicKey => Path.Combine(_folder.FullName, "public.pem");

    private string PrivateKey => Path.Combine(_folder.FullName, "private.pem");

    private void WriteKeys()
    {
        using var keys = RSA.Create(2048);
        File.WriteAllText(PublicKey, keys.ExportSubjectPublicKeyInfoPem());
        File.WriteAllText(PrivateKey, keys.ExportRSAPrivateKeyPem());
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
