using System.Text.Json.Serialization;
using Bridge.Api.Contract.Json;

namespace Bridge.Api.Features.Breakpoints;

/// <summary>Reads and writes bodies about breakpoints as JSON.</summary>
[JsonSourceGenerationOptions(GenerationMode = JsonSourceGenerationMode.Metadata)]
[JsonSerializable(typeof(NewBreakpoint))]
[JsonSerializable(typeof(BreakpointDescription))]
[JsonSerializable(typeof(BreakpointList))]
[JsonSerializable(typeof(StopRequest))]
[JsonSerializable(typeof(InstructionStep))]
[JsonSerializable(typeof(RunUntilRequest))]
[JsonSerializable(typeof(StopResponse))]
internal sealed partial class BreakpointJson : JsonSerializerContext
{
    /// <summary>Gets the context that follows <see cref="JsonRules"/>; <c>Default</c> doesn't.</summary>
    public static BreakpointJson Context { get; } = new(JsonRules.NewOptions());
}
