using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.TypedCommands;

/// <summary>Several commands in one frame (docs/protocol/commands.md, "Batch").</summary>
public static class BatchCommands
{
    /// <summary>Runs all operations of <paramref name="batch"/>, which has 1 to 256 of them, in one frame.</summary>
    /// <returns>What each one answered, OWNED BY THE CALLER.</returns>
    /// <exception cref="EmulatorException">
    /// One failed, or the whole was refused. <see cref="EmulatorException.Parameter"/> is like <c>[2].address</c>, counted from 0;
    /// <see cref="EmulatorException.OperationsRun"/> says how many had run before it.
    /// </exception>
    public static async Task<BatchReply> RunBatchAsync(
        this EmulatorClient emulator, EmulatorBatch batch, CancellationToken cancellationToken)
    {
        var reply = await emulator.SendAsync(
            CommandTable.Batch.Request() with { Category = batch.Category, Payload = batch.Messages },
            cancellationToken).ConfigureAwait(false);
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
