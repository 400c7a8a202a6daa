using Bridge.Api.Emulators;
using Bridge.Api.Errors;
using Bridge.Api.Http;
using Bridge.Api.OpenApi;
using Bridge.Api.Parsing;
using Bridge.Api.Security;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;

namespace Bridge.Api.Batch;

/// <summary>Runs several operations in one frame.</summary>
internal static class BatchEndpoint
{
    public static void MapBatch(this IEndpointRouteBuilder routes)
    {
        var emulators = routes.ServiceProvider.GetRequiredService<EmulatorDirectory>();
        routes.MapPost("/batch", (string emulator, HttpContext context) => RunAsync(emulators.Get(emulator), context))
            .WithTags("Batch")
            .Needs(Scope.Read)
            .Describe("RunBatch", "Reads, writes, guards, presses and a picture in one frame",
                "1 to 256 operations run in their order in one frame, with nothing in between; one frame number holds for all. "
                + "A guard that fails skips the rest, with status 200. What can be refused before anything runs refuses the whole; an "
                + "operation that fails later ends the batch, and the problem's parameter and sentence say which one it was and how many "
                + "had run. "
                + $"The operations and their members: {BatchOperations.Describe()}. Together they take half a frame at most: 262,144 bytes "
                + $"read, 16,384 written, one picture.")
            .TakesQuery()
            .TakesBody<BatchRequest>(
                """
                {"operations": [
                  {"op": "guard", "address": "0x02000100", "type": "u16", "is": "eq", "value": 256},
                  {"op": "read", "address": "[0x02000008]+0x10", "type": "u8"},
                  {"op": "write", "address": "0x02000200", "type": "u16", "value": 7},
                  {"op": "press", "buttons": ["B"], "hold": 4},
                  {"op": "screen"}]}
                """)
            .Produces<BatchAnswer>()
            .RefusesLikeACommand(ProblemTypes.OutOfRange, ProblemTypes.Conflict, ProblemTypes.Unsupported, ProblemTypes.EmulatorRefused,
                ProblemTypes.UnsupportedMediaType);
    }

    private static async Task RunAsync(EmulatorClient client, HttpContext context)
    {
        var body = await JsonBody.ReadAsync(context.Request, BatchJson.Context.BatchRequest);
        var operations = BatchOperations.Read(client, body.Operations);
        TokenGuard.Demand(context, operations.Needs);
        using var reply = await BatchList.NamedAsync(client.RunBatchAsync(operations.Batch, context.RequestAborted), "operations");
        WholeAnswer.Write(context.Response, new BatchAnswer(reply.Frame, operations.Describe(reply.Results)),
            BatchJson.Context.BatchAnswer);
    }
}
