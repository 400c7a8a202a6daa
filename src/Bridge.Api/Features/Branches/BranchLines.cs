using System.Buffers;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using System.Threading.Channels;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Server.Responses;

namespace Bridge.Api.Features.Branches;

/// <summary>
/// Responds with a line of JSON for each branch as soon as it has ended, and with a last one: <see cref="BranchesDone"/>, or
/// <see cref="BranchesFailed"/> if another line has gone before. (https://github.com/ndjson/ndjson-spec)
/// </summary>
internal sealed class BranchLines(HttpResponse response)
{
    public const string ContentType = "application/x-ndjson";

    /// <summary>Returns whether the client asks for lines.</summary>
    public static bool AreWanted(HttpRequest request) =>
        request.Headers.Accept.ToString().Contains(ContentType, StringComparison.OrdinalIgnoreCase);

    /// <summary>Writes the lines of branches.</summary>
    /// <param name="runAsync">Runs them, and gives each end to its argument, which may be called for several at once.</param>
    /// <param name="cancellationToken">Cancels it.</param>
    /// <exception cref="RequestException">It failed before the first line.</exception>
    public async Task WriteAsync(Func<Action<BranchResult>, Task<BranchesResponse>> runAsync, CancellationToken cancellationToken)
    {
        // At most one for each branch.
        var ends = Channel.CreateUnbounded<BranchResult>();
        var running = RunAsync(runAsync, ends.Writer);
        try
        {
            await foreach (var end in ends.Reader.ReadAllAsync(cancellationToken))
                await WriteAsync(end, BranchJson.Context.BranchResult, cancellationToken);
        }
        finally
        {
            await ((Task)running).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }

        try
        {
            var all = await running;
            await WriteAsync(new BranchesDone(all.From, all.Kept, all.Frame), BranchJson.Context.BranchesDone, cancellationToken);
        }
        catch (Exception failure) when (response.HasStarted && PartProblem.Of(failure) is { } problem)
        {
            await WriteAsync(new BranchesFailed(problem), BranchJson.Context.BranchesFailed, cancellationToken);
        }
    }

    private static async Task<BranchesResponse> RunAsync(
        Func<Action<BranchResult>, Task<BranchesResponse>> runAsync, ChannelWriter<BranchResult> ends)
    {
        try
        {
            return await runAsync(end => ends.TryWrite(end));
        }
        finally
        {
            ends.Complete();
        }
    }

    private async Task WriteAsync<T>(T line, JsonTypeInfo<T> form, CancellationToken cancellationToken)
    {
        if (!response.HasStarted)
            StreamHeaders.Set(response, ContentType);
        response.BodyWriter.Write(JsonSerializer.SerializeToUtf8Bytes(line, form));
        response.BodyWriter.Write("\n"u8);
        await response.BodyWriter.FlushAsync(cancellationToken);
    }
}
