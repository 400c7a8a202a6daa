using Bridge.Api.Emulators;
using Bridge.Api.Listening;
using Microsoft.AspNetCore.Connections;
using Microsoft.Extensions.Options;

namespace Bridge.Api;

/// <summary>Tells in a sentence, not in a stack trace, why the program can't start.</summary>
internal static class StartFailure
{
    /// <summary>Checks the settings, maps the endpoints, which look up what the settings describe, and runs the program.</summary>
    /// <returns>The exit code: 0 after an orderly end, 2 when a setting is wrong, the address is taken, or others would reach it.</returns>
    public static async Task<int> ReportAsync(WebApplication app, Action<WebApplication> map)
    {
        try
        {
            CheckSettings(app.Services);
            map(app);
            await app.RunAsync();
            return 0;
        }
        catch (OptionsValidationException exception)
        {
            foreach (var failure in exception.Failures)
                await Console.Error.WriteLineAsync(failure);
        }
        catch (StartException exception)
        {
            await Console.Error.WriteLineAsync(exception.Message);
        }
        catch (IOException exception) when (exception.InnerException is AddressInUseException)
        {
            await Console.Error.WriteLineAsync($"{exception.Message} Another program listens there; choose another with --urls http://127.0.0.1:PORT.");
        }

        return 2;
    }

    // Asked for here first: what fails inside the host is logged with a stack trace before it gets to the others.
    private static void CheckSettings(IServiceProvider services)
    {
        try
        {
            _ = services.GetRequiredService<IOptions<BridgeOptions>>().Value;
        }
        catch (InvalidOperationException exception)
        {
            // A value that can't be read as what it is to be, or a setting that there isn't.
            throw new StartException((exception.InnerException as InvalidOperationException ?? exception).Message, exception);
        }
    }
}
