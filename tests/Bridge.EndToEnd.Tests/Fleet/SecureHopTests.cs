using Bridge.Testing;
using Bridge.Testing.Http;

namespace Bridge.EndToEnd.Tests.Fleet;

/// <summary>Hosts that reach each other over TLS.</summary>
public sealed class SecureHopTests
{
    // Where .NET reads the certificates that the machine trusts.
    private const string Trusted = "SSL_CERT_FILE";

    [Fact]
    public async Task The_hop_needs_a_certificate_that_the_machine_trusts()
    {
        await HostProgram.BuildAsync();
        using var certificate = new SelfSigned();
        using var games = new GameFolders();
        await using var etcd = await EtcdServer.StartAsync();
        var secure = $"https://127.0.0.1:{FreePort.Take()}";
        await using var owner = Start(etcd, "h1", secure,
        [
            $"--Kestrel:Certificates:Default:Path={certificate.Pem}", $"--Kestrel:Certificates:Default:KeyPath={certificate.Key}",
            $"--Bridge:RomFolder={games.Roms}", $"--Bridge:StateFolder={games.States}", $"--Bridge:OnDemand:Program={HostProgram.Path}",
            $"--Bridge:OnDemand:Folder={games.Emulators}", "--Bridge:OnDemand:Max=2", "--Bridge:OnDemand:Warm=0",
        ]);
        await using var trusting = StartTrusting(certificate.Pem, etcd);
        await using var doubting = Start(etcd, "h3", null, ["--Bridge:OnDemand:Max=0"]);
        using var through = new HttpClient { BaseAddress = trusting.Address };
        using var refused = new HttpClient { BaseAddress = doubting.Address };
        await trusting.ListensAsync();
        await doubting.ListensAsync();
        foreach (var client in (HttpClient[])[through, refused])
        {
            await Eventually.HoldsAsync(
                async () => (await client.GetJsonAsync("/hosts")).GetProperty("hosts").GetArrayLength() == 3, "all are known");
        }

        // Under load the first handshake may take longer than a host waits for another; then the creation is tried again.
        var name = OnDemandBridge.NameOf(await OnDemandBridge.CreateAsync(through, """, "wait": 30"""));
        await through.AskForJsonAsync("POST", $"/emulators/{name}/buttons/press", """{"buttons": ["A"]}""");

        Assert.StartsWith("h1-", name, StringComparison.Ordinal);
        Assert.Equal(1, await OnDemandBridge.PressesAsync(through, name));
        // Under load the handshake may take too long at first, which has another sentence.
        await Eventually.HoldsAsync(async () =>
        {
            using var answer = await refused.AskAsync("GET", $"/emulators/{name}/buttons");
            var (status, type, detail) = await RunningGame.RefusalAsync(answer);
            Assert.Equal((503, "not-applied"), (status, type));
            return detail.Contains($"does not trust the certificate of the host h1 of the fleet for {secure}", StringComparison.Ordinal);
        }, "the certificate is refused");
        (await through.AskAsync("DELETE", $"/emulators/{name}")).Dispose();
    }

    private static BridgeProcess StartTrusting(string certificate, EtcdServer etcd)
    {
        var before = Environment.GetEnvironmentVariable(Trusted);
        Environment.SetEnvironmentVariable(Trusted, certificate);
        try
        {
            return Start(etcd, "h2", null, ["--Bridge:OnDemand:Max=0"]);
        }
        finally
        {
            Environment.SetEnvironmentVariable(Trusted, before);
        }
    }

    private static BridgeProcess Start(EtcdServer etcd, string id, string? secure, string[] more)
    {
        var address = $"http://127.0.0.1:{FreePort.Take()}";
        return new BridgeProcess(
        [
            .. FleetNode.Settings(etcd.Addresses, id, secure ?? address), .. secure is null ? (string[])[] : [$"--urls={secure}"], .. more,
        ]);
    }
}
