using System.Globalization;
using System.Runtime.CompilerServices;
using Bridge.Api.Contract.Errors;
using Bridge.SocketPool;

namespace Bridge.Api.Features.Sound;

/// <summary>Limits the streams of the sound of each emulator, because each stream sends requests of its own.</summary>
internal sealed class SoundStreams
{
    /// <summary>Max streams of an emulator.</summary>
    public const int Max = 16;

    private readonly ConditionalWeakTable<EmulatorClient, SemaphoreSlim> _places = [];

    /// <summary>Runs a stream.</summary>
    /// <exception cref="RequestException">The emulator has too many: 503.</exception>
    public async Task RunAsync(EmulatorClient emulator, Func<Task> stream)
    {
        var places = _places.GetValue(emulator, static _ => new SemaphoreSlim(Max, Max));
        if (!places.Wait(0))
        {
            throw new RequestException(ProblemTypes.Overloaded, string.Create(CultureInfo.InvariantCulture,
                $"This emulator already has {Max} open streams of its sound, the maximum."));
        }

        try
        {
            await stream();
        }
        finally
        {
            places.Release();
        }
    }
}
