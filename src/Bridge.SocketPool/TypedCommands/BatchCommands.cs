using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.TypedCommands;

/// <summary>Sends several commands that run in one frame (docs/protocol/commands.md, "Batch").</summary>
public static class BatchCommands
{
    /// <summary>Runs the 1 to 256 operations of <paramref name="batch"/> in one frame.</summary>
    /// <returns>The results. OWNED BY THE CALLER.</returns>
    /// <exception cref="EmulatorException">
    /// An operation failed, or the batch was refused. <see cref="EmulatorException.Parameter"/> looks like <c>[2].address</c>, counted from
    /// 0; <see cref="EmulatorException.OperationsRun"/> is the number of operations that ran before.
    /// </exception>
    public static async Task<BatchReply> RunBatchAsync(
        this EmulatorClient emulator, EmulatorBatch batch, CancellationToken cancellationToken)
    {
        var reply = await emulator.SendAsync(
            CommandTable.Batch.Request() with
            {
                Category = batch.Category,
                Payload = batch.Messages,
                IsHeavy = BatchWeight.IsHeavy(batch.Messages.Span),
            }, cancellationToken).ConfigureAwait(false);
        try
        {
            return new BatchReply(reply, batch.Count);
        }
        catch
        {
            reply.Dispose();
            throw;
        }
    }
}
