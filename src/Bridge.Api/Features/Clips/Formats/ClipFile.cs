using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Clips.Model;
using Bridge.Api.Server.Files;

namespace Bridge.Api.Features.Clips.Formats;

/// <summary>Writes the files of clips: all of a file or nothing.</summary>
internal sealed class ClipFile(Ffmpeg ffmpeg)
{
    private const string PartEnding = ".part";

    /// <summary>Writes a file.</summary>
    /// <param name="plan">How the clip is made.</param>
    /// <param name="path">The file, which is not there if this fails.</param>
    /// <param name="writeAsync">Writes all pictures and the sound.</param>
    /// <returns>The number of pictures with colors that are not exact.</returns>
    /// <exception cref="RequestException">ffmpeg failed.</exception>
    public async Task<int> WriteAsync(ClipPlan plan, string path, Func<ClipWriter, Task> writeAsync)
    {
        var part = path + PartEnding;
        try
        {
            int reduced;
            await using (var writer = WriterOf(plan, part))
            {
                await writeAsync(writer);
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
}
