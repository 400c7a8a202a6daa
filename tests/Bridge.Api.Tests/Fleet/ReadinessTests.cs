using Bridge.Testing.Http;

namespace Bridge.Api.Tests.Fleet;

public sealed class ReadinessTests
{
    [Fact]
    public async Task A_bridge_of_a_fleet_is_ready_without_an_emulator_and_without_etcd()
    {
        await using var bridge = BridgeHost.For(1,
            ("Bridge:Fleet:Name", "test"), ("Bridge:Fleet:Host", "h1"), ("Bridge:Fleet:Address", "http://127.0.0.1:7185"),
            ("Bridge:Fleet:Etcd:0", "http://127.0.0.1:1"), ("Bridge:Fleet:Secret", "a secret of 32 characters or more"));

        using var response = await bridge.Client.GetAsync("/health/ready");

        Assert.Equal(200, (int)response.StatusCode);
    }
}
