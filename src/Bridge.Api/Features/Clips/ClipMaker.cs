using System.Globalization;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Clips.Formats;
using Bridge.Api.Features.Clips.Model;
using Bridge.Api.Features.Clips.Rendering;
using Bridge.Api.Features.Frames;
using Bridge.Api.Features.Movies;
using Bridge.Api.Features.Verifying;
using Bridge.Api.Server.Diagnostics;
using Bridge.Api.Server.Security;
using Bridge.SocketPool;

namespace Bridge.Api.Features.Clips;

/// <summary>Makes clips in the background, a limited number at the same time.</summary>
internal sealed class ClipMaker(
    ClipOptions options, ClipStore store, ClipSources sources, MovieRoms roms, MovieWork work, Ffmpeg ffmpeg, ClipRenderer renderer,
    TimeProvider time, ILogger<ClipMaker> logger) : IDisposable
{
    // Each waiting one has its movie in memory.
    private const int MaxWaiting = 16;

    private static readonly TimeSpan RetryAfter = TimeSpan.FromSeconds(5);

    private readonly SemaphoreSlim _places = new(options.Renders, options.Renders);
    private int _count;

    /// <summary>Begins a clip.</summary>
    /// <param name="client">The emulator.</param>
    /// <param name="request">What the clip shows.</param>
    /// <param name="owner">The token of the client; null: it has none.</param>
    /// <param name="cancellationToken">Cancels it before the work on the clip begins.</param>
    /// <exception cref="RequestException">It can't be made.</exception>
    public async Task<Clip> BeginAsync(
        EmulatorClient client, ClipRequest request, AccessToken? owner, CancellationToken cancellationToken)
    {
        var plan = ClipRules.PlanOf(request);
        if (plan.Format.NeedsFfmpeg)
            ffmpeg.Find(plan.Format);
        await store.DeleteOldAsync();
        Enter(owner);
        try
        {
            var source = await sources.FindAsync(client, request, cancellationToken);
            // Reads ROMs.
            var rom = await work.RunAsync(() => roms.Find(source.Header, name: null), ProblemTypes.Conflict, cancellationToken);
            return store.Add(
                owner, (id, now) => Describe(id, now, client.Name, plan, source), clip => MakeAsync(clip, plan, source, rom.Path));
        }
        catch
        {
            Leave();
            throw;
        }
    }

    public void Dispose() => _places.Dispose();

    private void Enter(AccessToken? owner)
    {
        var max = options.Renders + MaxWaiting;
        var hasShare = owner is null || store.CountUnfinished(owner) < owner.ShareOf(max);
        if (Interlocked.Increment(ref _count) <= max && hasShare)
            return;
        Leave();
        throw new RequestException(ProblemTypes.Overloaded, string.Create(CultureInfo.InvariantCulture,
            $"The bridge renders {options.Renders} clips at a time (Bridge:Clips:Renders), and {MaxWaiting} more may wait, of which each "
            + $"token has a share."))
        {
            RetryAfter = RetryAfter, SafeToRepeat = true,
        };
    }

    private void Leave() => Interlocked.Decrement(ref _count);

    private static ClipShape Describe(string id, DateTimeOffset now, string emulator, ClipPlan plan, ClipSource source) => new(
        id, emulator, Clip.Waiting, plan.Format.Name, source.From, source.To, source.Name, source.Frames, 0,
        Math.Round(source.Frames / FrameTime.FramesPerSecond, 3),
        plan.Format.HasPictures ? Math.Round(FrameTime.FramesPerSecond / plan.Every, 3) : null, plan.HasSound, now, null, null, null);

    // Never fails: the clip says what went wrong.
    private async Task MakeAsync(Clip clip, ClipPlan plan, ClipSource source, string rom)
    {
        await Task.Yield();
        var hasPlace = false;
        try
        {
            await _places.WaitAsync(clip.Ended);
            hasPlace = true;
            clip.Begin();
            using var limit = new CancellationTokenSource(options.RenderTime, time);
            using var end = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, clip.Ended);
            await TryAsync(clip, plan, source, rom, limit.Token, end.Token);
        }
        catch (OperationCanceledException)
        {
            clip.Fail(new RequestException(ProblemTypes.Cancelled, "The clip was deleted."));
        }
        finally
        {
            if (hasPlace)
                _places.Release();
            Leave();
        }
    }

    private async Task TryAsync(
        Clip clip, ClipPlan plan, ClipSource source, string rom, CancellationToken limit, CancellationToken end)
    {
        try
        {
            var reduced = await renderer.RenderAsync(clip, plan, source, rom, store.PathOf(clip), end);
            clip.Complete(new FileInfo(store.PathOf(clip)).Length, plan.Format == ClipFormat.Gif ? reduced : null);
            store.Save(clip);
        }
        catch (OperationCanceledException) when (limit.IsCancellationRequested)
        {
            clip.Fail(new RequestException(ProblemTypes.TimedOut, string.Create(CultureInfo.InvariantCulture,
                $"The clip was not ready within {options.RenderTime.TotalSeconds:0} s (Bridge:Clips:RenderTime).")));
        }
        catch (RequestException refused)
        {
            var isOfEmulator = refused.Type == ProblemTypes.EmulatorFailed;
            clip.Fail(isOfEmulator ? new RequestException(ProblemTypes.ClipFailed, refused.Message) : refused);
        }
        catch (InvalidDataException wrong)
        {
            clip.Fail(new RequestException(ProblemTypes.ClipFailed, wrong.Message));
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            clip.Fail(StorageFailure.Explain(exception, "clips", "The bridge can't write to the folder of clips."));
        }
        catch (Exception unexpected) when (unexpected is not OperationCanceledException)
        {
            Log.ClipFailed(logger, clip.Id, unexpected);
            clip.Fail(new RequestException(ProblemTypes.InternalError, "The bridge failed to make the clip; its log says why."));
        }
    }
}
