using System.Globalization;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Clips.Formats;
using Bridge.Api.Features.Clips.Live;
using Bridge.Api.Features.Clips.Model;
using Bridge.Api.Features.Clips.Rendering;
using Bridge.Api.Features.Frames;
using Bridge.Api.Features.Movies;
using Bridge.Api.Features.States;
using Bridge.Api.Features.Verifying;
using Bridge.Api.Server.Diagnostics;
using Bridge.Api.Server.Security;
using Bridge.SocketPool;
using Bridge.SocketPool.Model;

namespace Bridge.Api.Features.Clips;

/// <summary>Makes clips in the background, a limited number at the same time.</summary>
internal sealed class ClipMaker(
    ClipOptions options, ClipStore store, ClipSources sources, MovieRoms roms, MovieWork work, Ffmpeg ffmpeg, ClipRenderer renderer,
    LiveRecorder recorder, RenderThreads threads, TimeProvider time, ILogger<ClipMaker> logger) : IDisposable
{
    // Each waiting one has its movie in memory.
    private const int MaxWaiting = 16;

    private static readonly TimeSpan RetryAfter = TimeSpan.FromSeconds(5);

    private readonly SemaphoreSlim _places = new(options.Renders, options.Renders);

    // The clips that are waiting, rendered or recorded.
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
        var span = ClipSpan.Of(request);
        if (plan.Format.NeedsFfmpeg)
            ffmpeg.Find(plan.Format);
        await store.DeleteOldAsync();
        Enter(owner);
        try
        {
            return span.MayBeLive && !HasHistory(await LoadedGame.OfAsync(client, cancellationToken))
                ? await BeginLiveAsync(client, plan, span, request.Sound == true, owner, cancellationToken)
                : await BeginRenderedAsync(client, plan, span, owner, cancellationToken);
        }
        catch
        {
            Leave();
            throw;
        }
    }

    public void Dispose() => _places.Dispose();

    private static bool HasHistory(EmulatorFacts facts) => facts.Capabilities.Contains("history");

    private async Task<Clip> BeginRenderedAsync(
        EmulatorClient client, ClipPlan plan, ClipSpan span, AccessToken? owner, CancellationToken cancellationToken)
    {
        var source = await sources.FindAsync(client, span, cancellationToken);
        // Reads ROMs.
        var rom = await work.RunAsync(() => roms.Find(source.Header, name: null), ProblemTypes.Conflict, cancellationToken);
        return store.Add(
            owner,
            (id, now) => Describe(id, now, client.Name, plan, source.From, source.Frames) with
            {
                Movie = source.Name, Notes = source.Notes.Count,
            },
            clip => RenderInTurnAsync(clip, plan, source, rom.Path));
    }

    private async Task<Clip> BeginLiveAsync(
        EmulatorClient client, ClipPlan plan, ClipSpan span, bool wantsSound, AccessToken? owner, CancellationToken cancellationToken)
    {
        var start = await LiveRecorder.BeginAsync(client, plan, span.Seconds, wantsSound, cancellationToken);
        var silent = plan with { HasSound = false };
        return store.Add(
            owner, (id, now) => Describe(id, now, client.Name, silent, start.Number, start.Frames) with { Live = true },
            clip => RecordAsync(clip, silent, client, start));
    }

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

    private static ClipShape Describe(string id, DateTimeOffset now, string emulator, ClipPlan plan, long from, long frames) => new(
        id, emulator, Clip.Waiting, plan.Format.Name, from, from + frames - 1, Movie: null, frames, Rendered: 0,
        ClipShape.SecondsOf(frames), plan.Format.HasPictures ? Math.Round(FrameTime.FramesPerSecond / plan.Every, 3) : null,
        plan.HasSound, now, Bytes: null, ReducedPictures: null, Problem: null);

    private async Task RenderInTurnAsync(Clip clip, ClipPlan plan, ClipSource source, string rom)
    {
        await Task.Yield();
        var hasPlace = false;
        try
        {
            await _places.WaitAsync(clip.Ended);
            hasPlace = true;
            await MakeAsync(clip, plan, options.RenderTime,
                end => threads.RunAsync(() => renderer.RenderAsync(clip, plan, source, rom, store.PathOf(clip), end)));
        }
        catch (OperationCanceledException)
        {
            clip.Fail(Deleted());
        }
        finally
        {
            if (hasPlace)
                _places.Release();
            Leave();
        }
    }

    // Takes no place, because it can't wait for one: it records what happens now.
    private async Task RecordAsync(Clip clip, ClipPlan plan, EmulatorClient client, LiveStart start)
    {
        await Task.Yield();
        try
        {
            await MakeAsync(clip, plan, LiveRecorder.MaxTimeOf(start) + options.RenderTime,
                end => recorder.RecordAsync(clip, plan, client, start, store.PathOf(clip), end));
        }
        finally
        {
            Leave();
        }
    }

    // Never fails: the clip says what went wrong.
    private async Task MakeAsync(Clip clip, ClipPlan plan, TimeSpan max, Func<CancellationToken, Task<ClipContent>> makeAsync)
    {
        clip.Begin();
        using var limit = new CancellationTokenSource(max, time);
        using var end = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, clip.Ended);
        try
        {
            var content = await makeAsync(end.Token);
            var done = clip.Finish(
                new FileInfo(store.PathOf(clip)).Length, plan.Format == ClipFormat.Gif ? content.ReducedPictures : null);
            store.Save(clip, done, content.Captions);
            // Last, so that a clip that is done outlives a restart.
            clip.Complete(done);
        }
        catch (OperationCanceledException)
        {
            clip.Fail(limit.IsCancellationRequested ? TooSlow(max) : Deleted());
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
        catch (Exception unexpected)
        {
            Log.ClipFailed(logger, clip.Id, unexpected);
            clip.Fail(new RequestException(ProblemTypes.InternalError, "The bridge failed to make the clip; its log says why."));
        }
    }

    private static RequestException Deleted() => new(ProblemTypes.Cancelled, "The clip was deleted.");

    private static RequestException TooSlow(TimeSpan max) => new(ProblemTypes.TimedOut, string.Create(CultureInfo.InvariantCulture,
        $"The clip was not ready within {max.TotalSeconds:0} s (Bridge:Clips:RenderTime)."));
}
