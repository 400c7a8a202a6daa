using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Features.States;
using Bridge.Api.Server.Bodies;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Bridge.Api.Features.Notebook;

/// <summary>Maps the notebook of a game: what an agent or a player wants to know again in the next session.</summary>
internal static class NotebookEndpoints
{
    private static readonly ParameterNote Id = new("id", "The id of the note.", "1") { Rule = NotebookRules.Id };
    private static readonly ParameterNote Name = new("name", "The name.", "hp") { Rule = NotebookRules.Name };

    public static void MapNotebook(this IEndpointRouteBuilder routes)
    {
        var notebook = routes.MapGroup("/notebook").WithTags("Notebook");
        notebook.MapGet("", GetAsync)
            .Needs(Scope.Read)
            .Describe("GetNotebook", "Returns the notebook of the running game",
                "notes are lines of text, the oldest first, each with the time (UTC) and the frame number in which it was written. names "
                + "are addresses on the bus; every address takes them, like symbols, and a name of the notebook comes before a symbol of "
                + "the same name. A read without a type has that of the name. The notebook belongs to the game by the CRC-32 of its ROM, "
                + "in a file of Bridge:Notebook:Folder; stored is false if there is no folder, and the notebook ends with the bridge.")
            .TakesQuery()
            .Produces<NotebookShape>()
            .RefusesLikeACommand(ProblemTypes.StorageFailed);
        notebook.MapPut("", ImportAsync)
            .Needs(Scope.Write)
            .Describe("ImportNotebook", "Replaces the notebook of the running game",
                "Accepts what GET returns. At most 200 notes, 200 names, and 256 KiB as JSON. Notes without id, time and frame get the "
                + "next id, and the present time and frame.")
            .TakesQuery()
            .TakesBody<NotebookFile>(NotebookRules.File,
                """
                {"notes": [{"text": "The key is behind the waterfall."}], "names": {"hp": {"address": "0x02000020", "type": "u16"}}}
                """)
            .Produces<NotebookShape>()
            .RefusesLikeACommand(ProblemTypes.TooManyNotes, ProblemTypes.StorageFailed, ProblemTypes.StorageFull);
        notebook.MapDelete("", DeleteAsync)
            .Needs(Scope.Write)
            .Describe("DeleteNotebook", "Deletes the notebook of the running game",
                "Responds with 204 and no body. Also deletes a file that can't be used.")
            .TakesQuery()
            .Produces(StatusCodes.Status204NoContent)
            .RefusesLikeACommand(ProblemTypes.StorageFailed);
        MapNotes(notebook);
        MapNames(notebook);
    }

    private static void MapNotes(RouteGroupBuilder notebook)
    {
        notebook.MapPost("/notes", AddNoteAsync)
            .Needs(Scope.Write)
            .Describe("AddNotebookNote", "Adds a note to the notebook",
                "text is 1 to 600 characters of one line, without control characters. A notebook has at most 200 notes.")
            .TakesQuery()
            .TakesBody<NewNotebookNote>(NotebookRules.Note, """{"text": "The key is behind the waterfall."}""")
            .Produces<NotebookNote>(StatusCodes.Status201Created)
            .RefusesLikeACommand(ProblemTypes.TooManyNotes, ProblemTypes.StorageFailed, ProblemTypes.StorageFull);
        notebook.MapDelete("/notes/{id}", DeleteNoteAsync)
            .Needs(Scope.Write)
            .Describe("DeleteNotebookNote", "Removes a note from the notebook", "Responds with 204 and no body.")
            .TakesPath(Id)
            .TakesQuery()
            .Produces(StatusCodes.Status204NoContent)
            .RefusesLikeACommand(
                ProblemTypes.InvalidParameter, ProblemTypes.UnknownNote, ProblemTypes.StorageFailed, ProblemTypes.StorageFull);
    }

    private static void MapNames(RouteGroupBuilder notebook)
    {
        notebook.MapPut("/names/{name}", SetNameAsync)
            .Needs(Scope.Write)
            .Describe("SetNotebookName", "Gives an address a name",
                "address is a number on the bus, type that of the number there, comment a line of 1 to 200 characters. A name is a letter "
                + "or _, then letters, digits and _ . @ # $, at most 64 characters, and case-sensitive. A notebook has at most 200 names.")
            .TakesPath(Name)
            .TakesQuery()
            .TakesBody<NewName>(NotebookRules.Named, """{"address": "0x02000020", "type": "u16", "comment": "Falls with each hit."}""")
            .Produces<NamedAddress>()
            .RefusesLikeACommand(ProblemTypes.TooManyNotes, ProblemTypes.StorageFailed, ProblemTypes.StorageFull);
        notebook.MapDelete("/names/{name}", DeleteNameAsync)
            .Needs(Scope.Write)
            .Describe("DeleteNotebookName", "Forgets a name of the notebook", "Responds with 204 and no body.")
            .TakesPath(Name)
            .TakesQuery()
            .Produces(StatusCodes.Status204NoContent)
            .RefusesLikeACommand(
                ProblemTypes.InvalidParameter, ProblemTypes.UnknownNote, ProblemTypes.StorageFailed, ProblemTypes.StorageFull);
    }

    private static async Task<NotebookShape> GetAsync(
        string emulator, EmulatorDirectory emulators, Notebooks notebooks, CancellationToken cancellationToken) =>
        Describe(notebooks, notebooks.Read(await LoadedGame.OfAsync(emulators.Get(emulator), cancellationToken)));

    private static async Task<NotebookShape> ImportAsync(
        string emulator, HttpContext context, EmulatorDirectory emulators, Notebooks notebooks, TimeProvider time)
    {
        var client = emulators.Get(emulator);
        var file = await JsonBody.ReadAsync(context.Request, NotebookJson.Context.NotebookFile);
        var game = await LoadedGame.OfAsync(client, context.RequestAborted);
        var given = NotebookReader.Read(file, time.GetUtcNow(), client.Status.Frame);
        return Describe(notebooks, notebooks.Change(game, _ => given));
    }

    private static async Task<NoContent> DeleteAsync(
        string emulator, EmulatorDirectory emulators, Notebooks notebooks, CancellationToken cancellationToken)
    {
        notebooks.Delete(await LoadedGame.OfAsync(emulators.Get(emulator), cancellationToken));
        return TypedResults.NoContent();
    }

    private static async Task<Created<NotebookNote>> AddNoteAsync(
        string emulator, HttpContext context, EmulatorDirectory emulators, Notebooks notebooks, TimeProvider time)
    {
        var client = emulators.Get(emulator);
        var body = await JsonBody.ReadAsync(context.Request, NotebookJson.Context.NewNotebookNote);
        var text = NotebookRules.CheckText(body.Text);
        var game = await LoadedGame.OfAsync(client, context.RequestAborted);
        var note = notebooks.Change(game, contents => contents.Add(text, time.GetUtcNow(), client.Status.Frame)).Notes[^1];
        return TypedResults.Created($"/emulators/{client.Name}/notebook/notes/{note.Id}", note);
    }

    private static async Task<NoContent> DeleteNoteAsync(
        string emulator, string id, EmulatorDirectory emulators, Notebooks notebooks, CancellationToken cancellationToken)
    {
        var client = emulators.Get(emulator);
        var number = NotebookRules.Id.Parse(id);
        notebooks.Change(await LoadedGame.OfAsync(client, cancellationToken), contents => contents.Remove(number));
        return TypedResults.NoContent();
    }

    private static async Task<NamedAddress> SetNameAsync(
        string emulator, string name, HttpContext context, EmulatorDirectory emulators, Notebooks notebooks)
    {
        var client = emulators.Get(emulator);
        NotebookRules.CheckName(name);
        var meaning = NotebookRules.Read(await JsonBody.ReadAsync(context.Request, NotebookJson.Context.NewName));
        notebooks.Change(await LoadedGame.OfAsync(client, context.RequestAborted), contents => contents.Set(name, meaning));
        return meaning;
    }

    private static async Task<NoContent> DeleteNameAsync(
        string emulator, string name, EmulatorDirectory emulators, Notebooks notebooks, CancellationToken cancellationToken)
    {
        var client = emulators.Get(emulator);
        NotebookRules.CheckName(name);
        notebooks.Change(await LoadedGame.OfAsync(client, cancellationToken), contents => contents.Forget(name));
        return TypedResults.NoContent();
    }

    private static NotebookShape Describe(Notebooks notebooks, NotebookContents contents) =>
        new(notebooks.IsStored, contents.Notes, contents.Names);
}
