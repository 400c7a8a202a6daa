namespace Bridge.EndToEnd.Tests.Safety;

/// <summary>A real browser on another site's page that tries every kind of request, and on the bridge's own page.</summary>
public sealed class BrowserTests(RunningGame game) : IClassFixture<RunningGame>
{
    // %BRIDGE% and %SCRIPT% are the addresses; each attempt ends or is given up.
    private const string Attempts = """
        const bridge = '%BRIDGE%', press = bridge + '/emulators/default/buttons/press?buttons=A', emulator = bridge + '/emulators/default';
        const read = [];
        const soon = attempt => Promise.race([attempt.catch(() => null), new Promise(done => setTimeout(done, 3000))]);
        const image = src => new Promise(done => {
          const i = new Image();
          i.onload = () => { read.push('image ' + src); done(); };
          i.onerror = done;
          i.src = src;
        });
        // Each of these sends a GET by itself; not all of them report when it was answered.
        const element = (tag, attributes, onload) => new Promise(done => {
          const e = Object.assign(document.createElement(tag), attributes);
          e.onload = () => { if (onload) read.push(onload); done(); };
          e.onerror = done;
          document.body.appendChild(e);
        });
        const started = (tag, attributes) => new Promise(done =>
          setTimeout(done, 500, document.body.appendChild(Object.assign(document.createElement(tag), attributes))));
        const link = (href, name) => new Promise(done => {
          const frame = document.body.appendChild(Object.assign(document.createElement('iframe'), { name }));
          frame.onload = () => setTimeout(done, 300);
          document.body.appendChild(Object.assign(document.createElement('a'), { href, target: name })).click();
        });
        const form = (action, method) => new Promise(done => {
          const frame = document.body.appendChild(Object.assign(document.createElement('iframe'), { name: 'f' + Math.random() }));
          const attributes = { action, method, target: frame.name, enctype: 'text/plain' };
          const f = document.body.appendChild(Object.assign(document.createElement('form'), attributes));
          const field = f.appendChild(document.createElement('input'));
          field.name = '{"buttons": ["A"], "hold": 6, "release": 2, "wait": true, "x'; field.value = '": 1}';
          frame.onload = () => setTimeout(done, 300);
          f.submit();
        });
        const get = async (url, options) => {
          const r = await fetch(url, options);
          if (r.type !== 'opaque') read.push('fetch ' + url + ' ' + r.status);
        };
        const json = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"buttons": ["A"]}' };
        const web = url => new Promise(done => {
          const s = new WebSocket(url);
          s.onopen = () => { read.push('socket'); done(); };
          s.onerror = done;
        });
        const events = url => new Promise(done => {
          const s = new EventSource(url);
          s.onopen = () => { read.push('events'); done(); };
          s.onerror = () => { s.close(); done(); };
        });
        const raw = '1 hello 0 0 3 page 000102030405060708090a0b0c0d0e0f\n<|END|>2 authenticate 0 0 -\n<|END|>3 reset 0 0\n<|END|>';
        await Promise.all([
          image(press), image(bridge + '/mgbaendpoint?message=x'), image(emulator + '/screen'),
          element('script', { src: press }, 'script'), element('link', { rel: 'stylesheet', href: press }, 'style'),
          element('iframe', { src: press }), element('object', { data: press }), element('embed', { src: press }),
          started('video', { src: press, preload: 'auto' }), started('audio', { src: press, preload: 'auto' }),
          started('div', { style: `width: 9px; height: 9px; background: url("${press}")` }),
          started('link', { rel: 'prefetch', href: press }), started('link', { rel: 'preload', as: 'image', href: press }),
          element('iframe', { srcdoc: `<meta http-equiv="refresh" content="0; url=${press}">` }),
          link(press, 'linked'), image(emulator + '/screen/stream'), form(bridge + '/mgba-http/button/tap?button=A', 'post'),
          form(press, 'get'), form(emulator + '/buttons/press', 'post'), form(emulator + '/reset', 'post'), form('%SCRIPT%/', 'post'),
          get(press, { mode: 'no-cors' }), get(emulator + '/reset', { method: 'POST', mode: 'no-cors' }),
          get(emulator + '/reset', { method: 'POST', mode: 'no-cors', referrerPolicy: 'no-referrer' }),
          get(press), get(emulator + '/buttons/press', json), get(emulator + '/buttons', { method: 'DELETE' }),
          get(emulator + '/memory/0x02000000', { credentials: 'include' }),
          get('%SCRIPT%/', { method: 'POST', mode: 'no-cors', body: raw }),
          get('%SCRIPT%/', { method: 'POST', mode: 'no-cors', body: new Blob([raw]) }),
          web(bridge.replace('http', 'ws') + '/emulators/default/events'), web('%SCRIPT%/'.replace('http', 'ws')),
          events(emulator + '/events'), events(press),
          import(press), navigator.sendBeacon(emulator + '/reset', raw) ? Promise.resolve() : null,
        ].map(attempt => soon(Promise.resolve(attempt))));
        while (%WAIT% && !read.some(what => what.startsWith('fetch ') && what.endsWith(' 200')))
          await new Promise(done => setTimeout(done, 50));
        await report(read.join('; ') || 'nothing');
        """;

    // The bridge by its address and from another port of it, by localhost, and by a name that resolves to it:
    // rebinding, same origin for the browser.
    [Theory]
    [InlineData("http://evil.example:PAGE/", "http://127.0.0.1:BRIDGE")]
    [InlineData("http://127.0.0.1:PAGE/", "http://127.0.0.1:BRIDGE")]
    [InlineData("http://localhost:PAGE/", "http://localhost:BRIDGE")]
    [InlineData("http://evil.example:PAGE/", "http://evil.example:BRIDGE")]
    public async Task No_attempt_of_another_page_reaches_the_game(string page, string bridge)
    {
        await using var counter = new CommandCounter(game.Emulator);
        await counter.CountsAsync(0, async () =>
        {
            await using var site = new HostilePage(
                AttemptsOn(bridge.Replace("BRIDGE", $"{game.Client.BaseAddress!.Port}", StringComparison.Ordinal), waits: false));
            using var browser = new Browser(page.Replace("PAGE", $"{site.Port}", StringComparison.Ordinal));
            Assert.Equal("nothing", await site.ReportAsync());
        });
        Assert.Contains("refused a connection", game.Emulator.Output, StringComparison.Ordinal);
    }

    // Over plain HTTP a browser sends neither the site nor, with a GET, the origin to such a name. Reading has no effect,
    // but the page doesn't get the response.
    [Theory]
    [InlineData("http://evil.example:PAGE/")]
    [InlineData("http://bridge.example:PAGE/")]
    public async Task Another_page_neither_presses_nor_takes_a_picture_at_a_configured_name(string page)
    {
        var port = FreePort.Take();
        await using var bridge = new BridgeProcess("--urls", $"http://127.0.0.1:{port}",
            $"--Bridge:Emulators:default:Port={game.Emulator.Port}",
            "--Bridge:Hosts:0=bridge.example", "--Bridge:TrustNetwork=true");
        await bridge.ListensAsync();
        await game.PressAsync("A");
        var presses = await game.PressesAsync(Button.A);
        await using var site = new HostilePage(AttemptsOn($"http://bridge.example:{port}", waits: false));
        using var browser = new Browser(page.Replace("PAGE", $"{site.Port}", StringComparison.Ordinal));
        Assert.Equal("nothing", await site.ReportAsync());
        await game.PlayOnAsync(20);
        // A reset would have set it to 0.
        Assert.Equal(presses, await game.PressesAsync(Button.A));
    }

    /// <summary>Control: once the page's origin is allowed, the same attempts succeed.</summary>
    [Fact]
    public async Task The_same_attempts_succeed_from_a_configured_site()
    {
        await using var counter = new CommandCounter(game.Emulator);
        var before = await counter.ReadAsync();
        var port = FreePort.Take();
        await using var site = new HostilePage(AttemptsOn($"http://127.0.0.1:{port}", waits: true));
        await using var bridge = new BridgeProcess(
            "--urls", $"http://127.0.0.1:{port}", $"--Bridge:Emulators:default:Port={game.Emulator.Port}",
            $"--Bridge:Origins:0=http://friend.example:{site.Port}");
        await bridge.ListensAsync();
        using var browser = new Browser($"http://friend.example:{site.Port}/");
        Assert.Contains($"fetch http://127.0.0.1:{port}/emulators/default/", await site.ReportAsync(), StringComparison.Ordinal);
        Assert.True(await counter.ReadAsync() > before);
    }

    /// <summary>Control: the same attempts, one by one, on a page of the bridge that sends no requests itself.</summary>
    [Fact]
    public async Task The_same_attempts_succeed_from_the_page_of_the_bridge()
    {
        const string Press = "'/emulators/default/buttons/press?buttons=A'", Emulator = "'/emulators/default'";
        const string Json = "headers: { 'Content-Type': 'application/json' }, body: '{\"buttons\": [\"A\"]}'";
        (string Attempt, int Commands)[] attempts =
        [
            ($"new Promise(done => {{ const i = new Image(); i.onload = i.onerror = done; i.src = {Press}; }})", 1),
            ($"fetch({Press})", 1),
            ($"fetch({Press}, {{ mode: 'no-cors' }})", 1),
            ($"fetch({Emulator} + '/buttons/press', {{ method: 'POST', {Json} }})", 1),
            ($"fetch({Emulator} + '/buttons', {{ method: 'DELETE' }})", 1),
            ($"fetch({Emulator} + '/memory/0x02000000', {{ credentials: 'include' }})", 1),
            ($"new Promise(done => {{ const s = new EventSource({Press}); s.onerror = () => {{ s.close(); done(); }}; }})", 1),
            ($"import({Press}).catch(() => null)", 1),
            ($"navigator.sendBeacon({Emulator} + '/reset')", 1),
            // The content security policy blocks forms on the bridge's pages, which need none.
            ("new Promise(done => { addEventListener('securitypolicyviolation', done); "
                + $"const f = document.body.appendChild(document.createElement('form')); f.action = {Press}; f.submit(); }})", 0),
        ];
        var address = new Uri(game.Client.BaseAddress!, "/swagger/index.html").ToString();
        using var browser = new Browser(address, "--remote-debugging-port=0");
        using var page = await browser.PageAsync(address);
        await using var counter = new CommandCounter(game.Emulator);
        var presses = await game.PressesAsync(Button.A);
        foreach (var (attempt, commands) in attempts)
        {
            var before = await counter.ReadAsync();
            await page.RunAsync($"(async () => {{ await ({attempt}); }})()");
            // sendBeacon returns before the beacon is sent.
            await Eventually.HoldsAsync(async () => await counter.ReadAsync() - before >= commands, attempt);
            Assert.Equal((attempt, (long)commands), (attempt, await counter.ReadAsync() - before));
            if (attempt.Contains("EventSource", StringComparison.Ordinal))
                Assert.Equal(presses + 5, await game.PressesAsync(Button.A));
        }

        Assert.Equal("open", await page.RunAsync("new Promise(done => { const s = new EventSource('/emulators/default/events'); "
            + "s.onopen = () => { s.close(); done('open'); }; })"));
    }

    // Each attempt is given up after a while, which may be too short on a busy machine for those that must succeed.
    private string AttemptsOn(string bridge, bool waits) =>
        Attempts.Replace("%WAIT%", waits ? "true" : "false", StringComparison.Ordinal).Replace("%BRIDGE%", bridge, StringComparison.Ordinal)
            .Replace("%SCRIPT%", $"http://127.0.0.1:{game.Emulator.Port}", StringComparison.Ordinal);

    [Fact]
    public async Task Swagger_UI_works_under_its_policy()
    {
        using var browser = new Browser(new Uri(game.Client.BaseAddress!, "/swagger/index.html#/Buttons").ToString(), "--dump-dom",
            "--virtual-time-budget=20000", "--enable-logging=stderr");
        var page = await browser.OutputAsync();
        Assert.Contains("/emulators/{emulator}/buttons/press",
            page.Replace("\u200b", "", StringComparison.Ordinal).Replace("<wbr>", "", StringComparison.Ordinal), StringComparison.Ordinal);
    }
}
