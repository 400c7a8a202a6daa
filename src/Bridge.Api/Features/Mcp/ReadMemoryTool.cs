using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Memory;
using Bridge.Api.Features.Symbols;
using Bridge.SocketPool;
using ModelContextProtocol.Protocol;

namespace Bridge.Api.Features.Mcp;

/// <summary>Reads memory and registers, all in one frame.</summary>
internal sealed class ReadMemoryTool(ToolParts parts, SymbolStores symbols)
    : GameTool<ReadArguments>(parts, Name, Scope.Read, McpJson.Context.ReadArguments)
{
    public const string Name = "memory_read";

    private const int MaxPlaces = 64;
    private const int MaxRegisters = 32;

    protected override async Task<CallToolResult> RunAsync(McpTarget target, ReadArguments given, CancellationToken cancellationToken)
    {
        if (given is { Places: null, Registers: null })
            throw Parameters.Missing("places", $"a list of 1 to {MaxPlaces} places, or registers");
        var (batch, places, registers) = (new EmulatorBatch(), new List<MemoryPlace>(), new List<string>());
        var ofGame = await symbols.Of(target.Emulator).ReadyAsync();
        ReadLimits.Check(given.Places, "places", MaxPlaces);
        if (given.Places is { } asked)
            BodyList.Read(asked, "places", place => places.Add(MemoryPlace.Add(batch, place, ofGame)));
        if (given.Registers is { } names)
            BodyList.Read(names, "registers", MaxRegisters, (text, name) => registers.Add(AddRegister(batch, text, name)));
        using var reply = await BatchErrors.TranslateAsync(
            target.Emulator.RunBatchAsync(batch, cancellationToken),
            index => index < places.Count ? $"places[{index}]" : $"registers[{index - places.Count}]");
        var values = places.Zip(reply.Results, (place, result) => ValueSeen.Of(place.Describe(result))).ToArray();
        // A register that is requested twice is in the result once.
        var numbers = registers.Zip(reply.Results.Skip(places.Count)).DistinctBy(pair => pair.First)
            .ToDictionary(pair => pair.First, pair => pair.Second.Number);
        return ToolResult.Structured(
            new ReadResult(reply.Frame, given.Places is null ? null : values, given.Registers is null ? null : numbers),
            McpJson.Context.ReadResult);
    }

    private static string AddRegister(EmulatorBatch batch, string text, string name)
    {
        if (!RegisterEndpoints.IsName(text))
            throw Parameters.Refuse(name, text, "a register like pc or r0");
        var register = text.ToLowerInvariant();
        batch.ReadRegister(register);
        return register;
    }
}
