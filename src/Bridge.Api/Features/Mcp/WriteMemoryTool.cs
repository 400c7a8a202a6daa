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
            BatchList.Read(guards, "onlyIf", guard => operations.Add(ToOperation(guard)), MaxPlaces);
        var expected = operations.Count;
        var writes = given.Writes ?? throw Parameters.Missing("writes", $"a list of 1 to {MaxPlaces} writes");
        BatchList.Read(writes, "writes", write => operations.Add(ToOperation(write)), MaxPlaces);
        try
        {
            var ofGame = await symbols.Of(target.Emulator).ReadyAsync();
            var batch = BatchOperations.Read(target.Emulator, operations, ofGame).Batch;
            using var reply = await BatchList.NamedAsync(target.Emulator.RunBatchAsync(batch, cancellationToken), "operations");
            int? failed = reply.Results.Take(expected).ToList().FindIndex(guard => guard.Number == 0) is >= 0 and var place ? place : null;
            return ToolResult.Structured(
                new WriteResult(reply.Frame, failed is null ? writes.Count : 0, failed), McpJson.Context.WriteResult);
        }
        catch (RequestException refused)
        {
            throw new RequestException(refused.Type, Rename(refused.Message, expected), Rename(refused.Parameter ?? "", expected));
        }
        catch (EmulatorException failed)
        {
            throw new EmulatorException(failed.Failure, Rename(failed.Message, expected), failed)
            {
                RetryAfter = failed.RetryAfter, Category = failed.Category, Command = failed.Command, OperationsRun = failed.OperationsRun,
            };
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

    // The batch counts guards and writes together: after two guards, operations[3] is writes[1].
    private static string Rename(string text, int guards)
    {
        const string prefix = "operations[";
        if (!text.StartsWith(prefix, StringComparison.Ordinal))
            return text;
        var end = text.IndexOf(']', StringComparison.Ordinal);
        var place = int.Parse(text.AsSpan(prefix.Length, end - prefix.Length), CultureInfo.InvariantCulture);
        var (list, index) = place < guards ? ("onlyIf", place) : ("writes", place - guards);
        return string.Create(CultureInfo.InvariantCulture, $"{list}[{index}{text[end..]}");
    }
}
