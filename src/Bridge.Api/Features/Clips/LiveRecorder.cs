using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Clips.Captions;
using Bridge.Api.Features.Clips.Formats;
using Bridge.Api.Features.Clips.Live;
using Bridge.Api.Features.Clips.Model;
using Bridge.Api.Features.Clips.Rendering;
using Bridge.Api.Features.Frames;
using Bridge.Api.Features.Screen;
using Bridge.SocketPool;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.Api.Features.Clips;

/// <summary>
/// Records the pictures of an emulator without a history from now on, at the rate that its script can give. The game never waits: a picture
/// that doesn't come in time is missing.
/// </summary>
internal sealed class LiveRecorder(ClipFile files, TimeProvider time)
{
    // Before a frozen or paused game is asked again.
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(100);

    /// <summary>Returns the max time of a recording. If a slow or frozen game takes longer, the clip has fewer frames.</summary>
    public static TimeSpan MaxTimeOf(LiveStart start) => TimeSpan.FromSeconds((2 * start.Frames / FrameTime.FramesPerSecond) + 5);

    /// <summary>Takes the first picture.</summary>
    /// <param name="client">The emulator.</param>
    /// <param name="plan">How the clip is made.</param>
    /// <param name="seconds">How long it is; null: the request doesn't say.</param>
    /// <param name="wantsSound">Whether the request asks for sound.</param>
    /// <param name="cancellationToken">Cancels it.</param>
    /// <exception cref="RequestException">A recording can't have what the request asks for.</exception>
    /// <exception cref="EmulatorException">The emulator returned no picture.</exception>
    public static async Task<LiveStart> BeginAsync(
        EmulatorClient client, ClipPlan plan, double? seconds, bool wantsSound, CancellationToken cancellationToken)
    {
        if (!plan.Format.HasPictures || wantsSound)
        {
            throw new RequestException(ProblemTypes.Unsupported,
                "This emulator has no history, so the bridge can only record its pictures from now on, without sound.");
        }

        var length = seconds ?? throw Parameters.Missing(
            "seconds", $"0.01 to {ClipRules.MaxSeconds}, because this emulator has no history and the bridge records from now on");
        var first = await TakeAsync(client, plan, cancellationToken);
        return new LiveStart(first.Frame, FrameTime.ToFrames(length), first with { Frame = 1 });
    }

    /// <summary>Records a clip.</summary>
    /// <param name="clip">The clip, which gets the progress.</param>
    /// <param name="plan">How it is made.</param>
    /// <param name="client">The emulator.</param>
    /// <param name="start">The beginning.</param>
    /// <param name="path">The file to write, which is not there if this fails.</param>
    /// <param name="cancellationToken">Cancels it.</param>
    /// <exception cref="RequestException">The emulator has ended, or ffmpeg failed.</exception>
    public async Task<ClipContent> RecordAsync(
        Clip clip, ClipPlan plan, EmulatorClient client, LiveStart start, string path, CancellationToken cancellationToken)
    {
        IReadOnlyList<Caption> captions = [];
        var reduced = await files.WriteAsync(plan, path, async writer =>
        {
            var pictures = new LivePictures(plan, start, writer);
            var isComplete = await RecordAsync(clip, plan, client, start, pictures, cancellationToken);
            captions = await pictures.FinishAsync(isComplete, cancellationToken);
            await writer.FinishAsync(cancellationToken);
            clip.Shorten(pictures.Frames, pictures.Dropped, captions.Count);
        });
        return new ClipContent(reduced, captions);
    }

    // Returns whether the game has run all frames of the clip before the time was over.
    private async Task<bool> RecordAsync(
        Clip clip, ClipPlan plan, EmulatorClient client, LiveStart start, LivePictures pictures, CancellationToken cancellationToken)
    {
        using var over = new CancellationTokenSource(MaxTimeOf(start), time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(over.Token, cancellationToken);
        try
        {
            var clock = new LiveClock(start.Number, plan.Every);
            for (var picture = start.Picture; clock.Passed < start.Frames; picture = await NextAsync(client, plan, clock, either.Token))
            {
                if (plan.Overlay?.Notes == true)
                    pictures.AddNotes((await client.GetNotesAsync(either.Token)).Notes);
                await pictures.AddAsync(picture with { Frame = clock.Passed + 1 }, clock.Place, cancellationToken);
                clip.Progress(Math.Min(clock.Passed, start.Frames));
            }

            pictures.AddNotes((await client.GetNotesAsync(either.Token)).Notes);
            return true;
        }
        catch (OperationCanceledException) when (over.IsCancellationRequested && !cancellationToken.IsCancellationRequested)
        {
            return false;
        }
        catch (EmulatorException exception)
        {
            throw new RequestException(ProblemTypes.ClipFailed, $"The recording ended early. {exception.Message}");
        }
    }

    private async Task<RenderedPicture> NextAsync(
        EmulatorClient client, ClipPlan plan, LiveClock clock, CancellationToken cancellationToken)
    {
        while (true)
        {
            try
            {
                await client.WaitForFramesAsync(clock.UntilNext, cancellationToken);
                var picture = await TakeAsync(client, plan, cancellationToken);
                clock.Advance(picture.Frame);
                return picture;
            }
            catch (EmulatorException exception) when (exception.Failure is EmulatorFailure.Held or EmulatorFailure.Paused)
            {
                await Task.Delay(Pause, time, cancellationToken);
            }
        }
    }

    private static async Task<RenderedPicture> TakeAsync(EmulatorClient client, ClipPlan plan, CancellationToken cancellationToken)
    {
        var keys = plan.Overlay?.Buttons == true ? (uint)(await client.GetButtonsAsync(cancellationToken)).Down : 0;
        using var picture = await client.LookAsync(cancellationToken);
        var pixels = new byte[4 * picture.Width * picture.Height];
        var rgb = picture.Rgb;
        for (int from = 0, to = 0; from < rgb.Length; from += 3, to += 4)
            rgb.Slice(from, 3).CopyTo(pixels.AsSpan(to));
        return new RenderedPicture(picture.Frame, keys, picture.Width, picture.Height, pixels);
    }
}
