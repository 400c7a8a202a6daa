using System.Runtime.InteropServices;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Clips.Drawing;
using Bridge.Api.Features.Clips.Model;
using Bridge.Api.Features.Verifying;
using Bridge.Api.Server.Files;

namespace Bridge.Api.Features.Clips.Formats;

/// <summary>Writes a clip by <c>ffmpeg</c>: the pictures first, and at the end the sound to them.</summary>
/// <param name="ffmpeg">The program.</param>
/// <param name="plan">How the clip is made.</param>
/// <param name="path">The file to write. Others beside it begin with its name.</param>
internal sealed class FfmpegWriter(Ffmpeg ffmpeg, ClipPlan plan, string path) : ClipWriter
{
    private readonly string _video = path + ".video";
    private readonly string _sound = path + ".sound";
    private readonly WavWriter? _samples = plan.HasSound ? new WavWriter(PrivateFiles.Create(path + ".sound")) : null;
    private ChildProcess? _pictures;
    private byte[] _bytes = [];

    public override async ValueTask AddPictureAsync(Canvas canvas, int frames, CancellationToken cancellationToken)
    {
        _pictures ??= ffmpeg.WriteVideo(plan, canvas.Width, canvas.Height, Prepare(plan.HasSound ? _video : path));
        var pixels = MemoryMarshal.AsBytes(canvas.Pixels);
        _bytes = _bytes.Length == pixels.Length ? _bytes : new byte[pixels.Length];
        pixels.CopyTo(_bytes);
        try
        {
            for (var shown = 0; shown < frames; shown += plan.Every)
                await _pictures.Input.WriteAsync(_bytes, cancellationToken);
        }
        catch (IOException)
        {
            // It has ended: its exit code and output say more.
            await EndAsync(_pictures, cancellationToken);
            throw;
        }
    }

    public override ValueTask AddSoundAsync(ReadOnlyMemory<byte> samples, CancellationToken cancellationToken) =>
        _samples?.AddSoundAsync(samples, cancellationToken) ?? ValueTask.CompletedTask;

    public override async ValueTask FinishAsync(CancellationToken cancellationToken)
    {
        if (_pictures is null)
            throw new InvalidDataException("The emulator wrote no picture.");
        await _pictures.Input.DisposeAsync();
        await EndAsync(_pictures, cancellationToken);
        if (_samples is null)
            return;
        await _samples.FinishAsync(cancellationToken);
        await _samples.DisposeAsync();
        using var both = ffmpeg.AddSound(plan, _video, _sound, Prepare(path));
        await EndAsync(both, cancellationToken);
    }

    public override async ValueTask DisposeAsync()
    {
        _pictures?.Dispose();
        if (_samples is not null)
            await _samples.DisposeAsync();
        File.Delete(_video);
        File.Delete(_sound);
    }

    // Created here, because ffmpeg would let other accounts read it.
    private static string Prepare(string path)
    {
        PrivateFiles.Create(path).Dispose();
        return path;
    }

    private static async Task EndAsync(ChildProcess process, CancellationToken cancellationToken)
    {
        var (exitCode, said) = await process.WaitAsync(cancellationToken);
        if (exitCode != 0)
            throw new RequestException(ProblemTypes.ClipFailed, $"{process.Name} ended with exit code {exitCode}. {said}".TrimEnd());
    }
}
