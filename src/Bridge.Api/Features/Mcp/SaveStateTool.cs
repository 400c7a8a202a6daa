using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Notes;
using Bridge.Api.Features.StateTree;
using ModelContextProtocol.Protocol;

namespace Bridge.Api.Features.Mcp;

/// <summary>Saves the game under a name.</summary>
internal sealed class SaveStateTool(ToolParts parts, StateTrees trees)
    : GameTool<SaveArguments>(parts, Name, Scope.States, McpJson.Context.SaveArguments)
{
    public const string Name = "state_save";

    protected override async Task<CallToolResult> RunAsync(McpTarget target, SaveArguments given, CancellationToken cancellationToken)
    {
        var name = given.Name ?? throw Parameters.Missing("name", "a name for the state");
        if (given.Note is { } note && !NoteRules.IsText(note))
            throw Parameters.Refuse("note", note, NoteRules.Accepted);
        var (saved, _) = await trees.SaveAsync(target.Emulator, name, given.Note, mustBeNew: !given.Overwrite, cancellationToken);
        return ToolResult.Structured(new SaveResult(saved.Name, saved.Frame), McpJson.Context.SaveResult);
    }
}
