using System.Diagnostics;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.Diagnostics;

/// <summary>
/// The spans of exchanges, as children of the requests that they serve. They are made once an exchange has ended, off its way.
/// </summary>
internal static class ExchangeTrace
{
    private static readonly ActivitySource Source = new(EmulatorInstruments.MeterName);

    /// <summary>What an exchange that begins now is traced under; null while nobody traces.</summary>
    public static Activity? Caller => Source.HasListeners() ? Activity.Current : null;

    public static void Record(
        Activity caller, string emulator, string command, DateTimeOffset now, TimeSpan elapsed, EmulatorFailure? failure)
    {
        var span = Source.StartActivity(command, ActivityKind.Client, caller.Context, startTime: now - elapsed);
        if (span is null)
            return;
        span.SetTag(EmulatorInstruments.EmulatorTag, emulator).SetTag(EmulatorInstruments.CommandTag, command);
        if (failure is { } reason)
            span.SetTag(EmulatorInstruments.ErrorTag, reason.ToString()).SetStatus(ActivityStatusCode.Error);
        span.SetEndTime(now.UtcDateTime);
        span.Stop();
    }
}
