namespace Bridge.Api.Features.Notes;

/// <summary>A line of text for the present frame.</summary>
internal sealed record NoteRequest(string? Text = null);

/// <summary>
/// A line of text at a frame: of the history, or without one a frame number. Frame is the frame number of the response.
/// </summary>
internal sealed record NoteResponse(string Text, long At, long Frame);

/// <summary>A line of text at a frame of the history. Without a history, At is a frame number.</summary>
internal sealed record NoteShape(string Text, long At);

/// <summary>The newest notes, ordered by frame.</summary>
internal sealed record NoteList(IReadOnlyList<NoteShape> Notes, long Frame);
