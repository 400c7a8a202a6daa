using System.Text;
using static MgbaBridge.ClipsJson;

namespace MgbaBridge;

public sealed partial class Emulator
{
    /// <summary>
    /// Makes a clip of what the game did: by default of all that the history has, at most 600 s. An emulator without a history is
    /// recorded for the next seconds, without sound. A long clip needs a longer <see cref="BridgeClientOptions.Timeout"/>.
    /// </summary>
    /// <param name="clip">What it shows, and how; null: the defaults.</param>
    /// <param name="cancellationToken">Cancels the request; the clip ends then.</param>
    /// <exception cref="ProblemException">
    /// For example 404 <see cref="ProblemTypes.UnknownMovie"/>; and 501 <c>unsupported</c>: there is no history, or no ffmpeg.
    /// </exception>
    public async Task<Clip> ClipAsync(ClipRequest? clip = null, CancellationToken cancellationToken = default)
    {
        var call = Call.Of(HttpMethod.Post, $"{_path}/clips", clip ?? new ClipRequest(), Default.ClipRequest);
        var made = await Transport.SendAsync(call, Default.ClipJson, cancellationToken).ConfigureAwait(false);
        var path = $"{_path}/clips/{made.Id}";
        try
        {
            var file = await Transport.FetchAsync(Call.Get(path + "/file"), MediaTypeOf(made.Format), cancellationToken)
                .ConfigureAwait(false);
            var subtitles = made.Notes > 0
                ? Encoding.UTF8.GetString((await Transport.FetchAsync(Call.Get(path + "/subtitles"), "text/vtt", cancellationToken)
                    .ConfigureAwait(false)).Body)
                : null;
            return new Clip(made.Format, file.Body, made.From, made.To, made.Seconds, made.Fps, made.ReducedPictures ?? 0,
                subtitles, made.Dropped ?? 0);
        }
        finally
        {
            try
            {
                await Transport.SendAsync(new Call(HttpMethod.Delete, path), CancellationToken.None).ConfigureAwait(false);
            }
            catch (BridgeException)
            {
                // The caller needs the file, or the first exception; a clip that can't be deleted ends after a day.
            }
        }
    }

    /// <summary>Returns the sound of the last seconds as a WAV: 16 bits, stereo, 32,768 samples a second.</summary>
    /// <param name="seconds">1 to 600.</param>
    /// <param name="cancellationToken">Cancels the request.</param>
    public async Task<byte[]> GetAudioAsync(int seconds = 5, CancellationToken cancellationToken = default) =>
        (await Transport.FetchAsync(Call.Get($"{_path}/audio?seconds={seconds}"), MediaTypeOf("wav"), cancellationToken)
            .ConfigureAwait(false)).Body;

    /// <summary>Sets the volume of the sound stream, for all its clients.</summary>
    /// <param name="volume">0 to 1.</param>
    /// <param name="cancellationToken">Cancels the request.</param>
    public Task SetVolumeAsync(double volume, CancellationToken cancellationToken = default) => Transport.SendAsync(
        Call.Of(HttpMethod.Put, $"{_path}/sound", new VolumeJson(volume), Default.VolumeJson), cancellationToken);

    private static string MediaTypeOf(string format) => format switch
    {
        "mp4" or "webm" => $"video/{format}",
        "wav" => "audio/wav",
        _ => $"image/{format}",
    };
}
