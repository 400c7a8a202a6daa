namespace Bridge.EndToEnd.Tests.MgbaHttp;

/// <summary>The 62 routes of mGBA-http 0.10, each with its reply there.</summary>
public sealed class EveryRouteTests(MgbaHttpGame game) : IClassFixture<MgbaHttpGame>, IAsyncLifetime
{
    private const string Nothing = "^$";
    private const string True = "^true$";

    private static readonly (string Method, string Path, string Reply)[] Routes =
    [
        ("POST", "/core/addkey?key=0", Nothing),
        ("POST", "/core/addkeys?keyBitmask=1023", Nothing),
        ("POST", "/core/autoloadsave", True),
        ("GET", "/core/checksum", "^[0-9]{6,10}$"),
        ("POST", "/core/clearkey?key=9", Nothing),
        ("POST", "/core/clearkeys?keyBitmask=0", Nothing),
        ("GET", "/core/currentFrame", "^[0-9]+$"),
        ("GET", "/core/framecycles", "^280896$"),
        ("GET", "/core/frequency", "^16777216$"),
        ("GET", "/core/getgamecode", "^AGB-ABTE$"),
        ("GET", "/core/getgametitle", "^BUTTONTEST$"),
        ("GET", "/core/getkey?key=0", "^0$"),
        ("GET", "/core/getkeys", "^0$"),
        ("POST", "/core/loadfile?path=buttontest.gba", True),
        ("POST", "/core/loadsavefile?path=buttontest.sav&temporary=true", True),
        ("POST", "/core/loadstatebuffer", True),
        ("POST", "/core/loadstatefile?path=buttontest.ss1&flags=29", True),
        ("POST", "/core/loadstateslot?slot=9", True),
        ("GET", "/core/platform", "^0$"),
        ("GET", "/core/read8?address=0x02000105", "^5$"),
        ("GET", "/core/read16?address=33554692", "^1284$"),
        ("GET", "/core/read32?address=0x020001FC", "^4294901244$"),
        ("GET", "/core/readrange?address=0x0200010A&length=0x4", "^0a,0b,0c,0d$"),
        ("GET", "/core/readregister?regName=cpsr", "^-?[0-9]+$"),
        ("GET", "/core/romsize", "^4096$"),
        ("POST", "/core/savestatebuffer?flags=0", "^[0-9a-f]{2}(,[0-9a-f]{2}){397311,}$"),
        ("POST", "/core/savestatefile?path=saved.ss1", True),
        ("POST", "/core/savestateslot?slot=8&flags=31", True),
        ("POST", "/core/screenshot?path=screen.png", Nothing),
        ("POST", "/core/setkeys?keys=3", Nothing),
        ("POST", "/core/step", Nothing),
        ("POST", "/core/write8?address=0x02000300&value=-1", Nothing),
        ("POST", "/core/write16?address=0x02000302&value=65535", Nothing),
        ("POST", "/core/write32?address=0x02000304&value=4294967295", Nothing),
        ("POST", "/core/writeregister?regName=r10&value=-7", Nothing),
        ("POST", "/console/log?message=one,%20two", Nothing),
        ("POST", "/console/warn?message=careful", Nothing),
        ("POST", "/console/error?message=broken", Nothing),
        ("POST", "/coreadapter/reset", Nothing),
        ("GET", "/coreadapter/memory", "^bios,wram,iwram,io,palette,vram,oam,cart0,cart1,cart2(,sram)?$"),
        ("GET", "/memorydomain/base?memoryDomain=wram", "^33554432$"),
        ("GET", "/memorydomain/bound?memoryDomain=wram", "^33816576$"),
        ("GET", "/memorydomain/name?memoryDomain=wram", "^EWRAM$"),
        ("GET", "/memorydomain/size?memoryDomain=wram", "^262144$"),
        ("GET", "/memorydomain/read8?memoryDomain=wram&address=0x1FF", "^255$"),
        ("GET", "/memorydomain/read16?memoryDomain=wram&address=256", "^256$"),
        ("GET", "/memorydomain/read32?memoryDomain=wram&address=0x101", "^67305985$"),
        ("GET", "/memorydomain/readrange?memoryDomain=wram&address=0x1FE&length=2", "^fe,ff$"),
        ("POST", "/memorydomain/write8?memoryDomain=wram&address=0x308&value=255", Nothing),
        ("POST", "/memorydomain/write16?memoryDomain=wram&address=0x30A&value=1", Nothing),
        ("POST", "/memorydomain/write32?memoryDomain=wram&address=0x30C&value=1", Nothing),
        ("POST", "/mgba-http/button/add?button=a", Nothing),
        ("POST", "/mgba-http/button/addmany?buttons=A&buttons=Start", Nothing),
        ("POST", "/mgba-http/button/clear?button=A", Nothing),
        ("POST", "/mgba-http/button/clearmany?buttons=A&buttons=9", Nothing),
        ("GET", "/mgba-http/button/get?button=SELECT", "^0$"),
        ("GET", "/mgba-http/button/getall", Nothing),
        ("POST", "/mgba-http/button/tap?button=8", Nothing),
        ("POST", "/mgba-http/button/tapmany?buttons=L&buttons=R", Nothing),
        ("POST", "/mgba-http/button/hold?button=Up&duration=0", Nothing),
        ("POST", "/mgba-http/button/holdmany?buttons=Up&buttons=A&duration=1", Nothing),
        ("POST", "/mgba-http/extension/loadfile?path=buttontest.gba", True),
    ];

    public static TheoryData<string, string, string> Table => [.. Routes.Select(route => (route.Method, route.Path, route.Reply))];

    /// <summary>Returns the path in another case: routes and parameters are case-insensitive.</summary>
    public static TheoryData<string, string, string> InCapitals =>
        [.. Routes.Where(route => route.Path.Contains("wram", StringComparison.Ordinal))
            .Select(route => (route.Method, $"{route.Path.Split('?')[0].ToUpperInvariant()}?{route.Path.Split('?')[1]
                .Replace("memoryDomain", "MEMORYDOMAIN", StringComparison.Ordinal)
                .Replace("address", "Address", StringComparison.Ordinal)}", route.Reply))];

    public async ValueTask InitializeAsync() => await game.PlaysAsync();

    public async ValueTask DisposeAsync()
    {
        GC.SuppressFinalize(this);
        await game.Client.AskForJsonAsync("DELETE", "/emulators/default/buttons");
        await Eventually.HoldsAsync(async () => await game.AskAsync("GET", "/core/getkeys") == "0", "all buttons are up");
    }

    [Theory]
    [MemberData(nameof(Table))]
    [MemberData(nameof(InCapitals))]
    public async Task A_route_replies_as_in_mGBA_http(string method, string path, string reply)
    {
        var body = path.StartsWith("/core/loadstatebuffer", StringComparison.Ordinal)
            ? $"[{await game.AskAsync("POST", "/core/savestatebuffer")}]"
            : null;
        Assert.Matches(reply, await game.AskAsync(method, path, body));
    }

    [Fact]
    public async Task The_table_has_every_route_of_the_document_and_there_are_62()
    {
        var documented = (await OpenApiOperation.ReadAsync(game.Client))
            .Where(operation => operation.Body.GetProperty("tags")[0].GetString() == "mGBA-http")
            .Select(operation => $"{operation.Method} {operation.Path}").ToArray();
        Assert.Equal(62, documented.Length);
        Assert.Equal(documented.Order(StringComparer.Ordinal),
            Routes.Select(route => $"{route.Method} {route.Path.Split('?')[0]}").Order(StringComparer.Ordinal));
    }
}
