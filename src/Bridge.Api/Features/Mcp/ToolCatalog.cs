using System.Collections.Concurrent;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Features.Branches;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Features.Frames;
using Bridge.Api.Features.Inspection;
using Bridge.Api.Features.Memory;
using Bridge.Api.Features.Notebook;
using Bridge.Api.Features.OnDemand;
using Bridge.Api.Features.Roms;
using Bridge.Api.Features.States;
using Bridge.Api.Features.StateTree;
using Bridge.Api.Features.Symbols;
using Bridge.Api.Server.Security;
using ModelContextProtocol.Server;

namespace Bridge.Api.Features.Mcp;

/// <summary>All tools, in the order of their list, which never changes, because clients cache prompts that contain it.</summary>
internal sealed class ToolCatalog(
    ToolParts parts, ModelTurns turns, Rewinds rewinds, GameViews views, Situations situations, BranchRunner branches, BranchNeeds needs,
    FrameWaits waits, MemorySearches searches, NamedStates states, StateTrees trees, RomFolder roms, RomLoader loader, SymbolStores symbols,
    PastInspector inspector, GameNotes notes, Notebooks notebooks, EmulatorDirectory emulators,
    OnDemandEmulators onDemand, ICreations creations, OwnHost own, McpOptions options)
{
    private readonly ConcurrentDictionary<Scope, McpServerPrimitiveCollection<McpServerTool>> _byScopes = new();
    private readonly GameTool[] _all =
    [
        new LookTool(parts, symbols, situations), new ActTool(parts, turns, rewinds, situations, searches),
        new TryTool(parts, branches, new SettledTries(turns, rewinds, views), rewinds), new WaitTool(parts, waits, turns, situations),
        new FreezeTool(parts, turns, views, situations), new ReadMemoryTool(parts, symbols),
        new WriteMemoryTool(parts, symbols), new SearchMemoryTool(parts, searches, turns), new FilesTool(parts, trees, roms),
        new SaveStateTool(parts, trees), new LoadStateTool(parts, states, trees, turns, situations),
        new RewindTool(parts, rewinds, views, situations), new LoadGameTool(parts, roms, loader, turns, situations),
        new NotesTool(parts, notes, notebooks),
    ];

    private readonly GameTool[] _ofDebugger =
    [
        new DebugRunTool(parts, symbols), new DebugBreakpointTool(parts, symbols), new DebugPastTool(parts, inspector, symbols),
    ];

    private readonly GameTool[] _ofEmulators =
    [
        new ListEmulatorsTool(parts, emulators), new CreateEmulatorTool(parts, roms, creations, own),
        new DeleteEmulatorTool(parts, onDemand),
    ];

    /// <summary>Gets the names of all tools, in order.</summary>
    public static IReadOnlyList<string> Names { get; } =
    [
        LookTool.Name, ActTool.Name, TryTool.Name, WaitTool.Name, FreezeTool.Name, ReadMemoryTool.Name, WriteMemoryTool.Name,
        SearchMemoryTool.Name, FilesTool.Name, SaveStateTool.Name, LoadStateTool.Name, RewindTool.Name, LoadGameTool.Name,
        NotesTool.Name, DebugRunTool.Name, DebugBreakpointTool.Name, DebugPastTool.Name,
        ListEmulatorsTool.Name, CreateEmulatorTool.Name, DeleteEmulatorTool.Name,
    ];

    /// <summary>Returns the tools that a client with these scopes may call.</summary>
    public McpServerPrimitiveCollection<McpServerTool> For(Scope scopes) => _byScopes.GetOrAdd(scopes, Select);

    /// <summary>Returns the scope that a token needs for a tool; null if there is no such tool, or the settings leave it out.</summary>
    public Scope? NeedsOf(string? name) => Offered.FirstOrDefault(tool => tool.ProtocolTool.Name == name)?.Needs;

    /// <summary>Returns why a tool can't be offered although the settings don't leave it out; null: it can be, or there is none.</summary>
    public string? LackOf(string? name) => name == TryTool.Name && !options.LeaveOut.Contains(name) && needs.Missing is { } missing
        ? $"{TryTool.Name} isn't offered. {missing}" : null;

    private IEnumerable<GameTool> Offered => _all.Concat(options.Debug ? _ofDebugger : []).Concat(options.Emulators ? _ofEmulators : [])
        .Where(tool => !options.LeaveOut.Contains(tool.ProtocolTool.Name) && LackOf(tool.ProtocolTool.Name) is null);

    private McpServerPrimitiveCollection<McpServerTool> Select(Scope scopes)
    {
        var tools = new McpServerPrimitiveCollection<McpServerTool>();
        foreach (var tool in Offered.Where(tool => scopes.HasFlag(tool.Needs)))
            tools.Add(tool);
        return tools;
    }
}
