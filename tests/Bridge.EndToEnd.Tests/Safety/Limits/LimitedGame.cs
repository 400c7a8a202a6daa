namespace Bridge.EndToEnd.Tests.Safety.Limits;

/// <summary>
/// A running game whose bridge gets three requests that never end: while they run into their timeouts, the other limits are tested.
/// </summary>
public sealed class LimitedGame : RunningGame
{
    private Task<(int Status, string Text)>? _slowHead;
    private Task<(int Status, string Text)>? _slowBody;
    private Task<(int Status, string Text)>? _longBody;

    /// <summary>Gets the response to an incomplete head.</summary>
    internal Task<(int Status, string Text)> SlowHead => _slowHead ?? throw new InvalidOperationException("The bridge is not started yet.");

    /// <summary>Gets the response to a head without its body.</summary>
    internal Task<(int Status, string Text)> SlowBody => _slowBody ?? throw new InvalidOperationException("The bridge is not started yet.");

    /// <summary>Gets the response to a body that starts quickly and then stops.</summary>
    internal Task<(int Status, string Text)> LongBody => _longBody ?? throw new InvalidOperationException("The bridge is not started yet.");

    /// <summary>Gets the folder for pictures of RetroArch's clients.</summary>
    internal DirectoryInfo Screenshots { get; } = Directory.CreateTempSubdirectory("bridge-screenshots-");

    protected override (string Name, string Value)[] Settings => [("Bridge:Doors:RetroArch:Screenshots", Screenshots.FullName)];

    public override async ValueTask InitializeAsync()
    {
        await base.InitializeAsync();
        var address = Client.BaseAddress!;
        _slowHead = RawHttp.AskAsync(address, "GET /health/live HTTP/1.1\r\nHost: here\r\n");
        var body = $"PUT /emulators/default/memory/0x02000400 HTTP/1.1\r\nHost: {address.Authority}\r\n"
            + "Content-Type: application/json\r\nContent-Length: 100000\r\nConnection: close\r\n\r\n";
        _slowBody = RawHttp.AskAsync(address, body);
        // Enough bytes for the minimum rate of 240 a second during 83 seconds, so the limit of 60 seconds for a body comes first.
        _longBody = RawHttp.AskAsync(address, body, new byte[20_000], 3 * Eventually.Patience);
    }

    public override async ValueTask DisposeAsync()
    {
        await base.DisposeAsync();
        Screenshots.Delete(recursive: true);
    }
}
