using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Clips.Formats;
using Bridge.Api.Features.Clips.Model;
using Bridge.Api.Features.Clips.Rendering;
using Bridge.Api.Features.Verifying;
using Bridge.Api.Server.Files;

namespace Bridge.Api.Features.Clips;

/// <summary>Renders clips: plays their movies in a process of its own, and writes the pictures and the sound into a file.</summary>
internal sealed class ClipRenderer(MovieProcesses processes, Ffmpeg ffmpeg)
{
    private const string PartEnding = ".part";

    /// <summary>Renders a clip.</summary>
    /// <param name="clip">The clip, which gets the progress.</param>
    /// <param name="plan">How it is made.</param>
    /// <param name="source">Its frames.</param>
    /// <param name="rom">The full path of its ROM.</param>
    /// <param name="path">The file to write, which is not there if this fails.</param>
    /// <param name="cancellationToken">Cancels it.</param>
    /// <returns>The number of pictures with colours that are not exact.</returns>
    /// <exception cref="RequestException">It can't be made.</exception>
    /// <exception cref="InvalidDataException">The emulator's output is wrong.</exception>
    public async Task<int> RenderAsync(
        Clip clip, ClipPlan plan, ClipSource source, string rom, string path, CancellationToken cancellationToken)
    {
        var part = path + PartEnding;
        try
        {
            int reduced;
            await using (var writer = WriterOf(plan, part))
            {
                await RenderAsync(clip, plan, source, rom, writer, cancellationToken);
                reduced = writer.ReducedPictures;
            }

            File.Move(part, path, overwrite: true);
            return reduced;
        }
        finally
        {
            File.Delete(part);
        }
    }

    private ClipWriter WriterOf(ClipPlan plan, string path)
    {
        if (plan.Format.NeedsFfmpeg)
            return new FfmpegWriter(ffmpeg, plan, path);
        var file = PrivateFiles.Create(path);
        if (plan.Format == ClipFormat.Wav)
            return new WavWriter(file);
        ClipWriter writer = plan.Format == ClipFormat.Gif ? new GifWriter(file) : new ApngWriter(file);
        return plan.Scale == 1 ? writer : new ScaledWriter(writer, plan.Scale);
    }

    private async Task RenderAsync(
        Clip clip, ClipPlan plan, ClipSource source, string rom, ClipWriter writer, CancellationToken cancellationToken)
    {
        var first = source.From - source.Begin + 1;
        using var process = await processes.StartAsync(source.Header, source.Stream, rom,
        [
            "--render", "--from", $"{first}", "--every", $"{(plan.Format.HasPictures ? plan.Every : 3600)}",
            "--frames", $"{first + source.Frames - 1}", .. plan.HasSound ? ["--sound"] : Array.Empty<string>(),
        ], cancellationToken);
        await using var items = new RenderReader(process.Output);
        var composer = new PictureComposer(plan, writer, source.Begin);
        while (await items.ReadAsync(cancellationToken) is { } item)
        {
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

        if (!await process.WaitAsync(cancellationToken))
            throw new RequestException(ProblemTypes.ClipFailed, "The game did not do the same again, so the clip would be wrong.");
        await composer.FinishAsync(cancellationToken);
        await writer.FinishAsync(cancellationToken);

        int FramesOf(long frame) => (int)Math.Min(plan.Every, first + source.Frames - frame);
    }
}
