using System.Diagnostics;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.Diagnostics;

/// <summary>
/// Records the spans of exchanges, as children of the requests that caused them. A span is created after its exchange has ended, so that
/// tracing doesn't delay the exchange.
/// </summary>
internal static class ExchangeTrace
{
    private static readonly ActivitySource Source = new(EmulatorInstruments.MeterName);

    /// <summary>Gets the parent span of an exchange that starts now; null if nobody listens.</summary>
    public static Activity? Caller => Source.HasListeners() ? Activity.Current : null;

    public static void Record(
        Activity caller, string emulator, string command, DateTimeOffset now, TimeSpan elapsed, EmulatorFailure? failure)
    {
        var span = Source.StartActivity(command, ActivityKind.Client, caller.Context, startTime: now - elapsed);
        if (span is null)
            return;
        span.SetTag(EmulatorInstruments.EmulatorTag, emulator).SetTag(EmulatorInstruments.CommandTag, command);
        if (failure is { } reason)
            span.SetTag(EmulatorInstruments.ErrorTag, EmulatorNames.Of(reason)).SetStatus(ActivityStatusCode.Error);
        span.SetEndTime(now.UtcDateTime);
        span.Stop();
    }
}
