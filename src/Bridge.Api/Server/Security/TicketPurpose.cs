namespace Bridge.Api.Server.Security;

/// <summary>What a ticket opens of its emulator.</summary>
/// <param name="Name">Its name in requests.</param>
/// <param name="Path">The path below the emulator that a ticket's URL has.</param>
internal sealed record TicketPurpose(string Name, string Path)
{
    private const string Root = "/emulators/";
    private const string ClipsBegin = "/clips/", ClipsEnd = "/file", SubtitlesEnd = "/subtitles";

    private static readonly TicketPurpose Screen = new("screen", "/screen/stream");
    private static readonly TicketPurpose Events = new("events", "/events");
    private static readonly TicketPurpose Audio = new("audio", "/audio/stream");
    private static readonly TicketPurpose Clips = new("clips", $"{ClipsBegin}{{id}}{ClipsEnd}");

    /// <summary>Gets all purposes.</summary>
    public static IReadOnlyList<TicketPurpose> All { get; } = [Screen, Events, Audio, Clips];

    /// <summary>Returns the purpose whose tickets open a path, and the emulator in the path; null if no ticket opens it.</summary>
    /// <remarks>Exact: a path in capital letters or with a slash at the end is not opened, although routing accepts it.</remarks>
    public static (TicketPurpose Purpose, string Emulator)? OfPath(string? path)
    {
        if (path is null || !path.StartsWith(Root, StringComparison.Ordinal))
            return null;
        var name = path.AsSpan(Root.Length);
        var end = name.IndexOf('/');
        return end > 0 && Of(name[end..]) is { } purpose ? (purpose, name[..end].ToString()) : null;
    }

    private static TicketPurpose? Of(ReadOnlySpan<char> rest) => rest switch
    {
        "/screen" or "/screen/stream" => Screen,
        "/events" => Events,
        "/audio/stream" => Audio,
        _ => IsOfClip(rest, ClipsEnd) || IsOfClip(rest, SubtitlesEnd) ? Clips : null,
    };

    private static bool IsOfClip(ReadOnlySpan<char> rest, string end) =>
        rest.Length > ClipsBegin.Length + end.Length
        && rest.StartsWith(ClipsBegin, StringComparison.Ordinal) && rest.EndsWith(end, StringComparison.Ordinal)
        && !rest[ClipsBegin.Length..^end.Length].Contains('/');
}
