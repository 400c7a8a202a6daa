using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Notebook;
using Bridge.Api.Features.States;
using ModelContextProtocol.Protocol;

namespace Bridge.Api.Features.Mcp;

/// <summary>Keeps what a model wants to know again in its next session: lists, adds and removes notes and names.</summary>
internal sealed class NotesTool(ToolParts parts, GameNotes notes, Notebooks notebooks)
    : GameTool<NotesArguments>(parts, Name, Scope.Read, McpJson.Context.NotesArguments)
{
    public const string Name = "game_notes";

    private readonly TimeProvider _time = parts.Time;

    protected override async Task<CallToolResult> RunAsync(McpTarget target, NotesArguments given, CancellationToken cancellationToken)
    {
        if (given.State is { } state)
            return await ShowStateAsync(target, state, given, cancellationToken);
        if (given is { Add: null, Remove: null, Name: null, Forget: null, Address: null, Type: null })
            return ToolResult.Structured(await notes.ReadAsync(target, cancellationToken), McpJson.Context.NotesSeen);
        target.Demand(Scope.Write);
        if (given.Add is { } text)
            NotebookRules.CheckText(text, "add");
        var meaning = MeaningIn(given);
        var emulator = target.Emulator;
        var game = await LoadedGame.OfAsync(emulator, cancellationToken);
        var now = notebooks.Change(game, contents => Change(contents, given, meaning, emulator.Status.Frame));
        return ToolResult.Structured(
            new NotesChanged(given.Add is null ? null : now.Notes[^1].Id, given.Remove, given.Name, given.Forget,
                now.Notes.Count, now.Names.Count),
            McpJson.Context.NotesChanged);
    }

    private async Task<CallToolResult> ShowStateAsync(
        McpTarget target, string state, NotesArguments given, CancellationToken cancellationToken)
    {
        if (given != new NotesArguments(State: state))
            throw new RequestException(ProblemTypes.InvalidParameter, "state can't be combined with other arguments.", "state");
        target.Demand(Scope.States);
        try
        {
            var (seen, png) = await notes.ReadStateAsync(target, state, cancellationToken);
            return ToolResult.WithPicture(png, seen, McpJson.Context.StateSeen);
        }
        catch (RequestException refused) when (refused.Parameter == "name")
        {
            throw refused.As("state");
        }
    }

    private static NamedAddress? MeaningIn(NotesArguments given)
    {
        if (given.Name is { } name)
            NotebookRules.CheckName(name);
        else if (given.Address is not null || given.Type is not null)
            throw Parameters.Missing("name", "the name for the address");
        return given.Name is null ? null : NotebookRules.Read(new NewName(given.Address, given.Type));
    }

    // Removes first, so that a full notebook takes another note in the same call.
    private NotebookContents Change(NotebookContents contents, NotesArguments given, NamedAddress? meaning, long frame)
    {
        if (given.Remove is { } id)
            contents = contents.Remove(id, "remove");
        if (given.Forget is { } forgotten)
            contents = contents.Forget(forgotten, "forget");
        if (given.Add is { } text)
            contents = contents.Add(text, _time.GetUtcNow(), frame);
        return meaning is null ? contents : contents.Set(given.Name!, meaning);
    }
}
