using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Server.Bodies;
using Bridge.Api.Server.Security;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.Api.Features.Notes;

/// <summary>Maps notes: lines of text at frames, which clips, movies and the page show.</summary>
internal static class NoteEndpoints
{
    public static void MapNotes(this IEndpointRouteBuilder routes)
    {
        var notes = routes.MapGroup("/notes").WithTags("Notes");
        notes.MapPost("", AddAsync)
            .Needs(Scope.Write)
            .Describe("AddNote", "Puts a line of text at the present frame",
                "For what an agent or a player thinks: clips show it as subtitles, or over the pictures, and movies have it. text is 1 to "
                + "200 characters of one line, without control characters. at is the frame of the history. Without a history, at is the "
                + "frame number. An emulator keeps the latest 1,000 notes, and forgets them with the frames of the history; without a "
                + "history when the game goes back before them. The event note tells of it.")
            .TakesQuery()
            .TakesBody<NoteRequest>(NoteRules.Note, """{"text": "The door is locked. I look for a key."}""")
            .Produces<NoteResponse>()
            .RefusesLikeACommand(ProblemTypes.InvalidParameter, ProblemTypes.InvalidBody, ProblemTypes.UnsupportedMediaType,
                ProblemTypes.Unsupported);
        notes.MapGet("", ListAsync)
            .Needs(Scope.Read)
            .Describe("ListNotes", "Lists the notes", "The newest ones, ordered by frame.")
            .TakesQuery(new ParameterNote("limit", "Max notes; default 100.", "100") { Rule = NoteRules.Limit })
            .Produces<NoteList>()
            .RefusesLikeACommand(ProblemTypes.InvalidParameter, ProblemTypes.Unsupported);
    }

    private static async Task<NoteResponse> AddAsync(string emulator, HttpContext context, EmulatorDirectory emulators)
    {
        var client = emulators.Get(emulator);
        var body = await JsonBody.ReadAsync(context.Request, NoteJson.Context.NoteRequest);
        var text = body.Text ?? throw Parameters.Missing("text", NoteRules.Accepted);
        if (!NoteRules.IsText(text))
            throw Parameters.Refuse("text", text, NoteRules.Accepted);
        var (at, frame) = await client.AddNoteAsync(text, context.RequestAborted);
        return new NoteResponse(text, at, frame);
    }

    private static async Task<NoteList> ListAsync(
        string emulator, string? limit, EmulatorDirectory emulators, CancellationToken cancellationToken)
    {
        var client = emulators.Get(emulator);
        var max = NoteRules.Limit.ParseOrDefault(limit);
        var (notes, frame) = await client.GetNotesAsync(cancellationToken);
        return new NoteList([.. notes.TakeLast(max).Select(note => new NoteShape(note.Text, note.Frame))], frame);
    }
}
