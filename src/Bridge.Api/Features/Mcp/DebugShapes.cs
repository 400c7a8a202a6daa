using System.Text.Json.Serialization;
using Bridge.Api.Features.Breakpoints;
using Bridge.Api.Features.Inspection;

namespace Bridge.Api.Features.Mcp;

/// <summary>The arguments of debug_run.</summary>
internal sealed record DebugRunArguments(
    string? To = null, string? On = null, bool Stop = false, int? Step = null, bool Resume = false, int? TimeoutFrames = null);

/// <summary>The arguments of debug_breakpoint.</summary>
internal sealed record DebugBreakpointArguments(
    string? Set = null, string? On = null, int? Length = null, bool Stop = false, int? Remove = null);

/// <summary>The arguments of debug_past.</summary>
internal sealed record DebugPastArguments(
    string? WriterOf = null, int? Length = null, int? TraceAt = null, int? Skip = null, int? Lines = null,
    IReadOnlyList<int>? Coverage = null, IReadOnlyList<int>? Except = null);

/// <summary>
/// The result of debug_run. Of a stopped game: Stop, with its registers, Code, its next instructions, and Calls, the addresses of the calls
/// that led there, latest first. A running game has none of the three.
/// </summary>
internal sealed record DebugSeen(
    bool Stopped, long Frame,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] StopDescription? Stop,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IReadOnlyList<string>? Code,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IReadOnlyList<string>? Calls);

/// <summary>The breakpoints and their hits.</summary>
internal sealed record DebugBreakpoints(IReadOnlyList<BreakpointDescription> Breakpoints, long Frame);

/// <summary>
/// The result of debug_past, of which one member is set. Writer: the last write to a range. Trace: the instructions of a frame, in order.
/// Coverage: the ranges of code that ran in some frames.
/// </summary>
internal sealed record DebugPast(
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] LastWriterResponse? Writer = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IReadOnlyList<string>? Trace = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] CoverageResponse? Coverage = null);
