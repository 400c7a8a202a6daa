using Bridge.Api.Server.Outbound;
using Microsoft.AspNetCore.Http;

namespace Bridge.Api.Tests.Server.Outbound;

public sealed class LocalAddressTests
{
    [Theory]
    [InlineData("http://localhost:7185", "http://127.0.0.1:7185/")]
    [InlineData("http://*:7185", "http://127.0.0.1:7185/")]
    [InlineData("https://0.0.0.0:7185", "https://127.0.0.1:7185/")]
    [InlineData("http://[::]:7185", "http://127.0.0.1:7185/")]
    [InlineData("http://[::1]:7185", "http://[::1]:7185/")]
    [InlineData("http://192.0.2.1:7185", "http://192.0.2.1:7185/")]
    [InlineData("http://unix:/run/bridge", null)]
    public void An_address_to_listen_on_becomes_one_to_reach(string address, string? expected) =>
        Assert.Equal(expected, LocalAddress.Of(BindingAddress.Parse(address))?.AbsoluteUri);
}
