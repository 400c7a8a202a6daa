namespace Bridge.Api.Tests.Server.Security;

/// <summary>
/// Forms of requests with a ticket, and what the guards say. Words in braces stand for secrets: of tickets for screen, events, audio and
/// clips of the emulator default; of a ticket for events of the emulator second; of one that was revoked, and of one that has expired.
/// The secret for events is also there encoded and in lower case. {id} is the id of a ticket, and {own} the bridge's origin.
/// </summary>
/// <param name="Method">The HTTP method.</param>
/// <param name="Target">Path and query.</param>
/// <param name="Headers">The headers, <c>Name: value</c>.</param>
/// <param name="Problem">The problem; null: the request passes the guards, whatever the emulator answers.</param>
internal sealed record TicketForm(string Method, string Target, string[] Headers, string? Problem)
{
    public const string Admin = "all-0123456789abcdef";
    public const string Bot = "bot-0123456789abcdef";
    public const string Guest = "guest-0123456789abcdef";

    private const string E = "/emulators/default";
    private const string Clip = "0123456789abcdef0123456789abcdef";
    private const string Foreign = "Sec-Fetch-Site: cross-site";

    public static IReadOnlyList<TicketForm> All { get; } =
    [
        Get($"{E}/events?ticket={{events}}"),
        Of("HEAD", $"{E}/events?ticket={{events}}"),
        Get($"{E}/screen?ticket={{screen}}"),
        Get($"{E}/screen?scale=2&ticket={{screen}}"),
        Of("HEAD", $"{E}/screen?ticket={{screen}}"),
        Get($"{E}/screen/stream?ticket={{screen}}&fps=5"),
        Get($"{E}/audio/stream?ticket={{audio}}"),
        Get($"{E}/clips/{Clip}/file?ticket={{clips}}"),
        Get($"{E}/clips/{Clip}/subtitles?ticket={{clips}}"),
        Get("/emulators/second/events?ticket={second}"),
        Get($"{E}/events?topics=state&ticket={{events}}"),
        Get($"{E}/events?TICKET={{events}}"),
        Get($"{E}/events?%74icket={{events}}"),
        Get($"{E}/events?ticket={{encoded}}"),
        Get("/emulators/default/%65vents?ticket={events}"),
        Get($"{E}/events?ticket={{events}}", $"Authorization: Bearer {Admin}"),
        Get($"{E}/events?ticket={{events}}", Foreign),
        Get($"{E}/events?ticket={{events}}", "Sec-Fetch-Site: same-site"),
        Get($"{E}/screen/stream?ticket={{screen}}", Foreign, "Sec-Fetch-Mode: no-cors", "Sec-Fetch-Dest: image"),

        Wrong($"{E}/events?ticket={{screen}}"),
        Wrong($"{E}/screen?ticket={{events}}"),
        Wrong($"{E}/audio/stream?ticket={{screen}}"),
        Wrong($"{E}/clips/{Clip}/file?ticket={{screen}}"),
        Wrong($"{E}/clips/{Clip}/subtitles?ticket={{screen}}"),
        Wrong($"{E}/screen/stream?ticket={{clips}}"),
        Wrong("/emulators/second/events?ticket={events}"),
        Wrong("/emulators/nobody/events?ticket={events}"),
        Wrong("/emulators/Default/events?ticket={events}"),
        Wrong("/emulators/default%2F/events?ticket={events}"),
        Wrong($"{E}/events?ticket={{second}}"),
        Wrong($"{E}/events?ticket={{revoked}}"),
        Wrong($"{E}/events?ticket={{expired}}"),
        Wrong($"{E}/events?ticket={new string('a', 43)}"),
        Wrong($"{E}/events?ticket="),
        Wrong($"{E}/events?ticket"),
        Wrong($"{E}/events?ticket={{events}}&ticket={{events}}"),
        Wrong($"{E}/events?ticket={{events}}&Ticket={{screen}}"),
        Wrong($"{E}/events?ticket=&ticket={{events}}"),
        Wrong($"{E}/events?ticket={{lower}}"),
        Wrong($"{E}/events?ticket={{events}}a"),
        Wrong($"{E}/events?ticket={{events}}%20"),
        Wrong($"{E}/events?ticket={{events}}%00"),
        Wrong($"{E}/events?ticket=%22{{events}}%22"),
        Wrong($"{E}/events?ticket={{events}},{{events}}"),
        Wrong($"{E}/events?ticket={{events}};topics=state"),
        Wrong($"{E}/events?ticket={Admin}"),
        Wrong($"{E}/events?ticket={{id}}"),
        Wrong($"{E}/events?ticket={{screen}}", $"Authorization: Bearer {Admin}"),
        Wrong($"{E}/events?ticket={{expired}}", "Sec-Fetch-Site: none"),

        No("missing-token", $"{E}/Events?ticket={{events}}"),
        No("missing-token", $"{E}/events/?ticket={{events}}"),
        No("missing-token", $"{E}/events?topics=state;ticket={{events}}"),
        No("missing-token", $"{E}/events?ticket%3D{{events}}"),
        No("missing-token", $"{E}/events?tickets={{events}}"),
        No("missing-token", $"{E}/events?access_token={{events}}"),
        No("missing-token", $"{E}/events", "Ticket: {events}"),
        No("missing-token", $"{E}/events", "Cookie: ticket={events}"),
        No("wrong-token", $"{E}/events", "Authorization: Bearer {events}"),
        No("wrong-token", $"{E}/events", "Authorization: Ticket {events}"),
        No("missing-token", $"{E}/clips?ticket={{clips}}"),
        No("missing-token", $"{E}/clips/{Clip}?ticket={{clips}}"),
        No("missing-token", $"{E}/audio?ticket={{audio}}"),
        No("missing-token", $"{E}/memory/0x02000000?ticket={{screen}}"),
        No("missing-token", $"{E}/buttons/press?buttons=A&ticket={{screen}}"),
        No("missing-token", $"{E}/watches?ticket={{events}}"),
        No("missing-token", $"{E}/tickets?ticket={{events}}"),
        No("missing-token", $"{E}?ticket={{screen}}"),
        No("missing-token", "/emulators?ticket={screen}"),
        No("missing-token", "/mgbaendpoint?message=x&ticket={screen}"),
        Of("POST", $"{E}/tickets?ticket={{events}}", "missing-token"),
        Of("DELETE", $"{E}/tickets/{{id}}?ticket={{events}}", "missing-token"),
        Of("DELETE", $"{E}/clips/{Clip}?ticket={{clips}}", "missing-token"),
        Of("POST", $"{E}/reset?ticket={{screen}}", "missing-token"),
        Of("POST", $"{E}/events?ticket={{events}}", "method-not-allowed"),
        Of("PUT", $"{E}/screen?ticket={{screen}}", "method-not-allowed"),
        No("wrong-token", $"{E}/events?ticket={{events}}", $"Authorization: Bearer {Admin}x"),
        No("narrow-token", $"{E}/events?ticket={{events}}", $"Authorization: Bearer {Bot}"),
        No("narrow-token", $"{E}/events?ticket={{events}}", $"Authorization: Bearer {Guest}"),
        No("unknown-parameter", $"{E}/events?ticket={{events}}&nothing=1"),
        No("invalid-parameter", $"{E}/events?ticket={{events}}&topics=nothing"),

        No("foreign-origin", $"{E}/events?ticket={{revoked}}", Foreign),
        No("foreign-origin", $"{E}/events?ticket={{screen}}", Foreign),
        No("foreign-origin", $"{E}/events?ticket={{events}}&ticket={{events}}", Foreign),
        No("foreign-origin", $"{E}/Events?ticket={{events}}", Foreign),
        No("foreign-origin", $"{E}/memory/0x02000000?ticket={{screen}}", Foreign),
        No("foreign-origin", $"{E}/buttons/press?buttons=A&ticket={{screen}}", Foreign, $"Authorization: Bearer {Admin}"),
        No("foreign-origin", "/swagger/index.html?ticket={screen}", Foreign),
        No("foreign-origin", "/health/live?ticket={screen}", Foreign),
        Of("POST", $"{E}/events?ticket={{events}}", "foreign-origin", Foreign),
        Of("POST", $"{E}/tickets?ticket={{events}}", "foreign-origin", Foreign),
        No("foreign-origin", $"{E}/events?ticket={{events}}", "Origin: https://evil.example"),
        No("foreign-origin", $"{E}/events?ticket={{events}}", "Origin: null"),
        No("foreign-origin", $"{E}/events?ticket={{events}}", Foreign, "Origin: https://evil.example"),
        No("foreign-origin", $"{E}/events?ticket={{events}}", Foreign, "Origin: {own}"),
        No("foreign-host", $"{E}/events?ticket={{events}}", "Host: evil.example"),
        No("foreign-host", $"{E}/events?ticket={{events}}", "Host: evil.example", Foreign),
    ];

    public override string ToString() => $"{Method} {Target} {string.Join(' ', Headers)}";

    private static TicketForm Get(string target, params string[] headers) => new("GET", target, headers, null);

    private static TicketForm Wrong(string target, params string[] headers) => new("GET", target, headers, "wrong-ticket");

    private static TicketForm No(string problem, string target, params string[] headers) => new("GET", target, headers, problem);

    private static TicketForm Of(string method, string target, string? problem = null, params string[] headers) =>
        new(method, target, headers, problem);
}
