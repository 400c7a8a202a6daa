using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Features.Symbols;
using Bridge.Api.Server.Bodies;
using Bridge.Api.Server.Responses;
using Bridge.Api.Server.Security;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;

namespace Bridge.Api.Features.Batch;

/// <summary>Runs several operations in one frame.</summary>
internal static class BatchEndpoints
{
    public static void MapBatch(this IEndpointRouteBuilder routes)
    {
        var emulators = routes.ServiceProvider.GetRequiredService<EmulatorDirectory>();
        var symbols = routes.ServiceProvider.GetRequiredService<SymbolStores>();
        routes.MapPost("/batch", (string emulator, HttpContext context) => RunAsync(emulators.Get(emulator), symbols, context))
            .WithTags("Batch")
            .Needs(Scope.Read)
            .Describe("RunBatch", "Runs reads, writes, guards, presses and a screenshot in one frame",
                $"Runs 1 to 256 operations in order within one frame, with nothing in between. One frame number applies to all of them. If "
                + $"a guard fails, the bridge skips the remaining operations and responds with status 200. If an operation is invalid, the "
                + $"bridge refuses the whole batch before anything runs. If an operation fails later, the batch stops there; the problem "
                + $"names the operation and says how many operations ran. The operations and their members: {BatchOperations.Describe()}. "
                + $"Limits of a batch: 262,144 bytes read, 16,384 bytes written, one screenshot.")
            .TakesQuery()
            .TakesBody<BatchRequest>(
                BatchRules.Batch,
                """
                {"operations": [
                  {"op": "guard", "address": "0x02000100", "type": "u16", "is": "eq", "value": 256},
                  {"op": "read", "address": "[0x02000008]+0x10", "type": "u8"},
                  {"op": "write", "address": "0x02000200", "type": "u16", "value": 7},
                  {"op": "press", "buttons": ["B"], "hold": 4},
                  {"op": "screen"}]}
                """)
            .MapsArgument("mask", "buttons")
            .MapsArgument("width", "type")
            .MapsArgument("payload", "hex")
            .Produces<BatchResponse>()
            .RefusesLikeACommand(ProblemTypes.UnknownButton, ProblemTypes.OutOfRange, ProblemTypes.UnknownDomain,
                ProblemTypes.ReadOnlyMemory, ProblemTypes.Conflict, ProblemTypes.Unsupported, ProblemTypes.EmulatorRefused,
                ProblemTypes.UnsupportedMediaType);
    }

    private static async Task RunAsync(EmulatorClient client, SymbolStores symbols, HttpContext context)
    {
        var body = await JsonBody.ReadAsync(context.Request, BatchJson.Context.BatchRequest);
        var operations = BatchOperations.Read(client, body.Operations, await symbols.Of(client).ReadyAsync());
        TokenGuard.Demand(context, operations.Needs);
        using var reply = await BatchErrors.TranslateAsync(
            client.RunBatchAsync(operations.Batch, context.RequestAborted), index => $"operations[{index}]");
        BufferedResponse.Write(context.Response, new BatchResponse(reply.Frame, operations.ToResponses(reply.Results)),
            BatchJson.Context.BatchResponse);
    }
}
