using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Emulators;
using Bridge.SocketPool;
using Microsoft.Extensions.Options;

namespace Bridge.Api.Composition.CommandLine;

/// <summary>A bridge with the given settings that connects to its emulators, but serves and logs nothing.</summary>
internal sealed class QuietProgram : IAsyncDisposable
{
    // Enough for the script, which replies within a frame; without mGBA the connection is refused at once.
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(3);
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(20);

    private readonly WebApplication _app;

    /// <exception cref="StartException">The settings are wrong; the message has a sentence for each mistake.</exception>
    public QuietProgram(Func<string[], WebApplication> build, string[] settings)
    {
        try
        {
            _app = build([.. settings, "--Serilog:MinimumLevel:Default=Fatal", "--Serilog:MinimumLevel:Override:Bridge=Fatal"]);
        }
        catch (OptionsValidationException exception)
        {
            throw new StartException(string.Join(Environment.NewLine, exception.Failures), exception);
        }
        catch (Exception exception) when (exception is InvalidOperationException or IOException or UnauthorizedAccessException)
        {
            throw new StartException($"The settings can't be read: {exception.Message.ReplaceLineEndings(" ")}", exception);
        }
    }

    public IConfiguration Settings => _app.Configuration;

    public IServiceProvider Services => _app.Services;

    /// <summary>Connects to all emulators, and returns them once each has replied or refused, or after three seconds.</summary>
    public async Task<IReadOnlyList<EmulatorClient>> ConnectAsync(CancellationToken cancellationToken)
    {
        EmulatorClient[] emulators = [.. _app.Services.GetRequiredService<EmulatorDirectory>().All];
        var (time, began) = (TimeProvider.System, TimeProvider.System.GetTimestamp());
        while (emulators.Any(emulator => emulator.State is EmulatorState.NoEmulator && emulator.LastConnectError is null)
            && time.GetElapsedTime(began) < Patience)
            await Task.Delay(Interval, time, cancellationToken);
        return emulators;
    }

    public ValueTask DisposeAsync() => _app.DisposeAsync();
}
