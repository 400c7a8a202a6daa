using Bridge.Api.Server.Security;

namespace Bridge.Api.Tests.Server.Security;

public sealed class HostNamesTests
{
    [Fact]
    public void Only_host_names_that_were_accepted_before_are_accepted_from_the_cache()
    {
        var names = new HostNames(["bot.lan", "tunnel.lan:443"]);
        (string? Host, int? LocalPort, int SchemesPort, bool Expected)[] asked =
        [
            ("127.0.0.1:7185", 7185, 80, true),
            ("127.0.0.1:7185", 7185, 80, true),
            ("127.0.0.1:7185", 7186, 80, false),
            ("127.0.0.1:7185", null, 80, true),
            ("127.0.0.1:7186", 7185, 80, false),
            ("LOCALHOST:7185", 7185, 80, true),
            ("localhost:7185", 7185, 80, true),
            ("localhost", 80, 80, true),
            ("localhost", 80, 443, false),
            ("localhost", 443, 443, true),
            ("evil.example:7185", 7185, 80, false),
            ("bot.lan:1", 7185, 80, true),
            ("tunnel.lan", 7185, 443, true),
            ("tunnel.lan", 7185, 80, false),
            ("", 80, 80, false),
            (null, 80, 80, false),
        ];
        // In both orders, so that each name is tested before and after others.
        foreach (var (host, localPort, schemesPort, expected) in asked.Concat(asked.Reverse()).Concat(asked))
            Assert.Equal((host, localPort, schemesPort, expected),
                (host, localPort, schemesPort, names.Contain(host, localPort, schemesPort)));
    }
}
