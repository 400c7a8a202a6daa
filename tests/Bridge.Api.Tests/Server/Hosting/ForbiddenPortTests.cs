using System.Net;
using System.Net.Sockets;
using Bridge.Api.Server.Hosting;

namespace Bridge.Api.Tests.Server.Hosting;

/// <summary>A port that the system refuses. The tests may run as root, who may use all ports.</summary>
public sealed class ForbiddenPortTests
{
    private static readonly IPEndPoint Address = new(IPAddress.Loopback, 81);

    [Theory]
    [InlineData(true, "netsh int ipv4 show excludedportrange protocol=tcp")]
    [InlineData(false, "above 1023")]
    public void The_sentence_says_which_port_to_choose(bool isWindows, string advice)
    {
        var sentence = EndpointSetup.Refusal(Address, new SocketException((int)SocketError.AccessDenied), isWindows);
        Assert.StartsWith("Urls or Kestrel:Endpoints: the bridge can't listen on 127.0.0.1:81: ", sentence, StringComparison.Ordinal);
        Assert.Contains(advice, sentence, StringComparison.Ordinal);
    }
}
