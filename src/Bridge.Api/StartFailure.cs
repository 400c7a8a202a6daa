using Bridge.Api.Composition.CommandLine;
using Bridge.Api.Composition.Configuration;
using Bridge.Api.Contract.Errors;
using Microsoft.AspNetCore.Connections;
using Microsoft.Extensions.Options;

namespace Bridge.Api;

/// <summary>Reports in a sentence, not in a stack trace, why the program can't start.</summary>
internal static class StartFailure
{
    /// <summary>
    /// Builds the program, checks the settings, maps the endpoints, which look up what the settings describe, and runs it.
    /// </summary>
    /// <returns>
    /// The exit code, one of <see cref="ExitCodes"/>: success only after a graceful shutdown that a signal or the program itself began.
    /// </returns>
    public static async Task<int> ReportAsync(Func<WebApplication> build, Action<WebApplication> map)
    {
        var started = CancellationToken.None;
        var stopping = CancellationToken.None;
        BackgroundService[] works = [];
        try
        {
            var app = build();
            started = app.Lifetime.ApplicationStarted;
            stopping = app.Lifetime.ApplicationStopping;
            // Validates the settings before the host starts: within the host, other code would catch the exception.
            _ = app.Services.GetRequiredService<IOptions<BridgeOptions>>().Value;
            map(app);
            works = [.. app.Services.GetServices<IHostedService>().OfType<BackgroundService>()];
            await app.RunAsync();
            // If a background service has failed, the host ends without an exception.
            return CodeOf(works);
        }
        // A signal or a part that failed ended the program while it started.
        catch (OperationCanceledException) when (stopping.IsCancellationRequested)
        {
            return CodeOf(works);
        }
        catch (OptionsValidationException exception)
        {
            foreach (var failure in exception.Failures)
                await Console.Error.WriteLineAsync(failure);
        }
        catch (StartException exception)
        {
            await Console.Error.WriteLineAsync(exception.Message);
            return CodeOf(exception);
        }
        catch (IOException exception) when (exception.InnerException is AddressInUseException)
        {
            await Console.Error.WriteLineAsync(
                $"{exception.Message} Another program listens on that address; choose another address with --urls http://localhost:PORT.");
            return ExitCodes.TryAgain;
        }
        // HostAbortedException is for tools that only build the program.
        catch (Exception exception) when (exception is not HostAbortedException && !started.IsCancellationRequested)
        {
            await Console.Error.WriteLineAsync($"The bridge can't start: {Sentences(exception)}");
            return CodeOf(exception);
        }

        return ExitCodes.CannotRun;
    }

    private static int CodeOf(BackgroundService[] works) =>
        works.Any(work => work.ExecuteTask is { IsFaulted: true }) ? ExitCodes.Failure : ExitCodes.Success;

    private static int CodeOf(Exception exception) => TemporaryFailure.Is(exception) ? ExitCodes.TryAgain : ExitCodes.CannotRun;

    // Joins all causes in one line: for a file with invalid JSON only the innermost exception names the position.
    private static string Sentences(Exception exception)
    {
        var messages = new List<string>();
        for (var each = exception; each is not null; each = each.InnerException)
            messages.Add(each.Message.ReplaceLineEndings(" "));
        return string.Join(' ', messages.Distinct());
    }
}
