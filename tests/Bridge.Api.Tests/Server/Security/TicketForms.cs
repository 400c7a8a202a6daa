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

    private const string Emulator = "/emulators/default";
    private const string Clip = "0123456789abcdef0123456789abcdef";
    private const string Foreign = "Sec-Fetch-Site: cross-site";

    public static IReadOnlyList<TicketForm> All { get; } =
    [
        Get($"{Emulator}/events?ticket={{events}}"),
        Of("HEAD", $"{Emulator}/events?ticket={{events}}"),
        Get($"{Emulator}/screen?ticket={{screen}}"),
        Get($"{Emulator}/screen?scale=2&ticket={{screen}}"),
        Of("HEAD", $"{Emulator}/screen?ticket={{screen}}"),
        Get($"{Emulator}/screen/stream?ticket={{screen}}&fps=5"),
        Get($"{Emulator}/audio/stream?ticket={{audio}}"),
        Get($"{Emulator}/clips/{Clip}/file?ticket={{clips}}"),
        Get($"{Emulator}/clips/{Clip}/subtitles?ticket={{clips}}"),
        Get("/emulators/second/events?ticket={second}"),
        Get($"{Emulator}/events?topics=state&ticket={{events}}"),
        Get($"{Emulator}/events?TICKET={{events}}"),
        Get($"{Emulator}/events?%74icket={{events}}"),
        Get($"{Emulator}/events?ticket={{encoded}}"),
        Get("/emulators/default/%65vents?ticket={events}"),
        Get($"{Emulator}/events?ticket={{events}}", $"Authorization: Bearer {Admin}"),
        Get($"{Emulator}/events?ticket={{events}}", Foreign),
        Get($"{Emulator}/events?ticket={{events}}", "Sec-Fetch-Site: same-site"),
        Get($"{Emulator}/screen/stream?ticket={{screen}}", Foreign, "Sec-Fetch-Mode: no-cors", "Sec-Fetch-Dest: image"),

        Wrong($"{Emulator}/events?ticket={{screen}}"),
        Wrong($"{Emulator}/screen?ticket={{events}}"),
        Wrong($"{Emulator}/audio/stream?ticket={{screen}}"),
        Wrong($"{Emulator}/clips/{Clip}/file?ticket={{screen}}"),
        Wrong($"{Emulator}/clips/{Clip}/subtitles?ticket={{screen}}"),
        Wrong($"{Emulator}/screen/stream?ticket={{clips}}"),
        Wrong("/emulators/second/events?ticket={events}"),
        Wrong("/emulators/nobody/events?ticket={events}"),
        Wrong("/emulators/Default/events?ticket={events}"),
        Wrong("/emulators/default%2F/events?ticket={events}"),
        Wrong($"{Emulator}/events?ticket={{second}}"),
        Wrong($"{Emulator}/events?ticket={{revoked}}"),
        Wrong($"{Emulator}/events?ticket={{expired}}"),
        Wrong($"{Emulator}/events?ticket={new string('a', 43)}"),
        Wrong($"{Emulator}/events?ticket="),
        Wrong($"{Emulator}/events?ticket"),
        Wrong($"{Emulator}/events?ticket={{events}}&ticket={{events}}"),
        Wrong($"{Emulator}/events?ticket={{events}}&Ticket={{screen}}"),
        Wrong($"{Emulator}/events?ticket=&ticket={{events}}"),
        Wrong($"{Emulator}/events?ticket={{lower}}"),
        Wrong($"{Emulator}/events?ticket={{events}}a"),
        Wrong($"{Emulator}/events?ticket={{events}}%20"),
        Wrong($"{Emulator}/events?ticket={{events}}%00"),
        Wrong($"{Emulator}/events?ticket=%22{{events}}%22"),
        Wrong($"{Emulator}/events?ticket={{events}},{{events}}"),
        Wrong($"{Emulator}/events?ticket={{events}};topics=state"),
        Wrong($"{Emulator}/events?ticket={Admin}"),
        Wrong($"{Emulator}/events?ticket={{id}}"),
        Wrong($"{Emulator}/events?ticket={{screen}}", $"Authorization: Bearer {Admin}"),
        Wrong($"{Emulator}/events?ticket={{expired}}", "Sec-Fetch-Site: none"),

        Refused("missing-token", $"{Emulator}/Events?ticket={{events}}"),
        Refused("missing-token", $"{Emulator}/events/?ticket={{events}}"),
        Refused("missing-token", $"{Emulator}/events?topics=state;ticket={{events}}"),
        Refused("missing-token", $"{Emulator}/events?ticket%3D{{events}}"),
        Refused("missing-token", $"{Emulator}/events?tickets={{events}}"),
        Refused("missing-token", $"{Emulator}/events?access_token={{events}}"),
        Refused("missing-token", $"{Emulator}/events", "Ticket: {events}"),
        Refused("missing-token", $"{Emulator}/events", "Cookie: ticket={events}"),
        Refused("wrong-token", $"{Emulator}/events", "Authorization: Bearer {events}"),
        Refused("wrong-token", $"{Emulator}/events", "Authorization: Ticket {events}"),
        Refused("missing-token", $"{Emulator}/clips?ticket={{clips}}"),
        Refused("missing-token", $"{Emulator}/clips/{Clip}?ticket={{clips}}"),
        Refused("missing-token", $"{Emulator}/audio?ticket={{audio}}"),
        Refused("missing-token", $"{Emulator}/memory/0x02000000?ticket={{screen}}"),
        Refused("missing-token", $"{Emulator}/buttons/press?buttons=A&ticket={{screen}}"),
        Refused("missing-token", $"{Emulator}/watches?ticket={{events}}"),
        Refused("missing-token", $"{Emulator}/tickets?ticket={{events}}"),
        Refused("missing-token", $"{Emulator}?ticket={{screen}}"),
        Refused("missing-token", "/emulators?ticket={screen}"),
        Refused("missing-token", "/mgbaendpoint?message=x&ticket={screen}"),
        Of("POST", $"{Emulator}/tickets?ticket={{events}}", "missing-token"),
        Of("DELETE", $"{Emulator}/tickets/{{id}}?ticket={{events}}", "missing-token"),
        Of("DELETE", $"{Emulator}/clips/{Clip}?ticket={{clips}}", "missing-token"),
        Of("POST", $"{Emulator}/reset?ticket={{screen}}", "missing-token"),
        Of("POST", $"{Emulator}/events?ticket={{events}}", "method-not-allowed"),
        Of("PUT", $"{Emulator}/screen?ticket={{screen}}", "method-not-allowed"),
        Refused("wrong-token", $"{Emulator}/events?ticket={{events}}", $"Authorization: Bearer {Admin}x"),
        Refused("narrow-token", $"{Emulator}/events?ticket={{events}}", $"Authorization: Bearer {Bot}"),
        Refused("narrow-token", $"{Emulator}/events?ticket={{events}}", $"Authorization: Bearer {Guest}"),
        Refused("unknown-parameter", $"{Emulator}/events?ticket={{events}}&nothing=1"),
        Refused("invalid-parameter", $"{Emulator}/events?ticket={{events}}&topics=nothing"),

        Refused("foreign-origin", $"{Emulator}/events?ticket={{revoked}}", Foreign),
        Refused("foreign-origin", $"{Emulator}/events?ticket={{screen}}", Foreign),
        Refused("foreign-origin", $"{Emulator}/events?ticket={{events}}&ticket={{events}}", Foreign),
        Refused("foreign-origin", $"{Emulator}/Events?ticket={{events}}", Foreign),
        Refused("foreign-origin", $"{Emulator}/memory/0x02000000?ticket={{screen}}", Foreign),
        Refused("foreign-origin", $"{Emulator}/buttons/press?buttons=A&ticket={{screen}}", Foreign, $"Authorization: Bearer {Admin}"),
        Refused("foreign-origin", "/swagger/index.html?ticket={screen}", Foreign),
        Refused("foreign-origin", "/health/live?ticket={screen}", Foreign),
        Of("POST", $"{Emulator}/events?ticket={{events}}", "foreign-origin", Foreign),
        Of("POST", $"{Emulator}/tickets?ticket={{events}}", "foreign-origin", Foreign),
        Refused("foreign-origin", $"{Emulator}/events?ticket={{events}}", "Origin: https://evil.example"),
        Refused("foreign-origin", $"{Emulator}/events?ticket={{events}}", "Origin: null"),
        Refused("foreign-origin", $"{Emulator}/events?ticket={{events}}", Foreign, "Origin: https://evil.example"),
        Refused("foreign-origin", $"{Emulator}/events?ticket={{events}}", Foreign, "Origin: {own}"),
        Refused("foreign-host", $"{Emulator}/events?ticket={{events}}", "Host: evil.example"),
        Refused("foreign-host", $"{Emulator}/events?ticket={{events}}", "Host: evil.example", Foreign),
    ];

    public override string ToString() => $"{Method} {Target} {string.Join(' ', Headers)}";

    private static TicketForm Get(string target, params string[] headers) => new("GET", target, headers, null);

    private static TicketForm Wrong(string target, params string[] headers) => new("GET", target, headers, "wrong-ticket");

    private static TicketForm Refused(string problem, string target, params string[] headers) => new("GET", target, headers, problem);

    private static TicketForm Of(string method, string target, string? problem = null, params string[] headers) =>
        new(method, target, headers, problem);
}
