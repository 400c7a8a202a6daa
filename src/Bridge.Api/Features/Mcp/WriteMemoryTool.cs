using System.Globalization;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Batch;
using Bridge.Api.Features.Symbols;
using Bridge.SocketPool;
using ModelContextProtocol.Protocol;

namespace Bridge.Api.Features.Mcp;

/// <summary>Writes memory in one frame, provided that it has the values the client expects.</summary>
internal sealed class WriteMemoryTool(ToolParts parts, SymbolStores symbols)
    : GameTool<WriteArguments>(parts, Name, Scope.Write, McpJson.Context.WriteArguments)
{
    public const string Name = "memory_write";

    private const int MaxPlaces = 32;

    protected override async Task<CallToolResult> RunAsync(McpTarget target, WriteArguments given, CancellationToken cancellationToken)
    {
        var operations = new List<BatchOperation>();
        if (given.OnlyIf is { } guards)
            BodyList.Read(guards, "onlyIf", guard => operations.Add(ToOperation(guard)), MaxPlaces);
        var expected = operations.Count;
        var writes = given.Writes ?? throw Parameters.Missing("writes", $"a list of 1 to {MaxPlaces} writes");
        BodyList.Read(writes, "writes", write => operations.Add(ToOperation(write)), MaxPlaces);
        var ofGame = await symbols.Of(target.Emulator).ReadyAsync();
        var batch = ToBatch(target.Emulator, operations, expected, ofGame);
        using var reply = await BatchErrors.TranslateAsync(
            target.Emulator.RunBatchAsync(batch, cancellationToken), index => NameOf(index, expected));
        // A guard's number is 0 if memory has another value.
        int? failed = reply.Results.Take(expected).ToList().FindIndex(guard => guard.Number == 0) is >= 0 and var place ? place : null;
        return ToolResult.Structured(
            new WriteResult(reply.Frame, failed is null ? writes.Count : 0, failed), McpJson.Context.WriteResult);
    }

    private static EmulatorBatch ToBatch(EmulatorClient emulator, List<BatchOperation> operations, int guards, SymbolsNow ofGame)
    {
        try
        {
            return BatchOperations.Read(emulator, operations, ofGame).Batch;
        }
        catch (RequestException refused)
        {
            throw new RequestException(refused.Type, Rename(refused.Message, guards), Rename(refused.Parameter ?? "", guards));
        }
    }

    private static BatchOperation ToOperation(ExpectedValue guard) => new()
    {
        Op = "guard", Address = guard.Address, Type = guard.Type, Is = "eq",
        Value = guard.EqualTo ?? throw Parameters.Missing("equals", "the number that must be there"),
    };

    private static BatchOperation ToOperation(PlaceToWrite write) => new()
    {
        Op = "write", Address = write.Address, Type = write.Type, Value = write.Value, Hex = write.Hex, Domain = write.Domain,
    };

    // The batch counts guards and writes together: after two guards, the operation with the index 3 is writes[1].
    private static string NameOf(int operation, int guards) =>
        operation < guards ? $"onlyIf[{operation}]" : $"writes[{operation - guards}]";

    private static string Rename(string text, int guards)
    {
        const string prefix = "operations[";
        if (!text.StartsWith(prefix, StringComparison.Ordinal))
            return text;
        var end = text.IndexOf(']', StringComparison.Ordinal);
        var operation = int.Parse(text.AsSpan(prefix.Length, end - prefix.Length), CultureInfo.InvariantCulture);
        return NameOf(operation, guards) + text[(end + 1)..];
    }
}
