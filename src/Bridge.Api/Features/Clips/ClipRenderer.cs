using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Clips.Captions;
using Bridge.Api.Features.Clips.Formats;
using Bridge.Api.Features.Clips.Model;
using Bridge.Api.Features.Clips.Rendering;
using Bridge.Api.Features.Verifying;

namespace Bridge.Api.Features.Clips;

/// <summary>Renders clips: plays their movies in a process of its own, and writes the pictures and the sound into a file.</summary>
internal sealed class ClipRenderer(MovieProcesses processes, ClipFile files)
{
    // The most frames from one picture to the next that mgba-host takes.
    private const int MaxEvery = 3600;

    /// <summary>Renders a clip.</summary>
    /// <param name="clip">The clip, which gets the progress.</param>
    /// <param name="plan">How it is made.</param>
    /// <param name="source">Its frames.</param>
    /// <param name="rom">The full path of its ROM.</param>
    /// <param name="path">The file to write, which is not there if this fails.</param>
    /// <param name="cancellationToken">Cancels it.</param>
    /// <exception cref="RequestException">It can't be made.</exception>
    /// <exception cref="InvalidDataException">The emulator's output is wrong.</exception>
    public async Task<ClipContent> RenderAsync(
        Clip clip, ClipPlan plan, ClipSource source, string rom, string path, CancellationToken cancellationToken)
    {
        IReadOnlyList<Caption> captions = [];
        var reduced = await files.WriteAsync(
            plan, path, async writer => captions = await RenderAsync(clip, plan, source, rom, writer, cancellationToken));
        return new ClipContent(reduced, captions);
    }

    private async Task<IReadOnlyList<Caption>> RenderAsync(
        Clip clip, ClipPlan plan, ClipSource source, string rom, ClipWriter writer, CancellationToken cancellationToken)
    {
        // The movie counts its frames from 1.
        var first = source.From - source.Begin + 1;
        using var process = await processes.StartAsync(source.Header, source.Stream, rom,
        [
            // For sound alone, as few pictures as the program can write.
            "--render", "--from", $"{first}", "--every", $"{(plan.Format.HasPictures ? plan.Every : MaxEvery)}",
            "--frames", $"{first + source.Frames - 1}", .. plan.HasSound ? ["--sound"] : Array.Empty<string>(),
        ], cancellationToken);
        var items = new RenderReader(process.Output);
        await using var killing = cancellationToken.Register(process.Kill);
        var captions = new CaptionTrack(source.Notes);
        var composer = new PictureComposer(plan, writer, source.Begin, captions);
        while (items.Read() is { } item)
        {
            // Killing the process doesn't end a program that it started, which may go on writing.
            cancellationToken.ThrowIfCancellationRequested();
            switch (item)
            {
                case RenderedPicture picture:
                    await composer.AddAsync(picture, FramesOf(picture.Frame), cancellationToken);
                    clip.Progress(picture.Frame - first);
                    break;
                case SamePicture picture:
                    await composer.AddAsync(picture, FramesOf(picture.Frame), cancellationToken);
                    clip.Progress(picture.Frame - first);
                    break;
                case RenderedSound sound:
                    await writer.AddSoundAsync(sound.Samples, cancellationToken);
                    break;
            }
        }

        cancellationToken.ThrowIfCancellationRequested();
        if (!await process.WaitAsync(cancellationToken))
            throw new RequestException(ProblemTypes.ClipFailed, "The game did not do the same again, so the clip would be wrong.");
        await composer.FinishAsync(cancellationToken);
        await writer.FinishAsync(cancellationToken);
        if (plan.OnlyChanged)
            return captions.Until(composer.Length);
        captions.Reach(source.To, frame => frame - source.From);
        return captions.Until(source.Frames);

        // For how many frames a picture is shown; the last one may have fewer.
        int FramesOf(long frame) => (int)Math.Min(plan.Every, first + source.Frames - frame);
    }
}
