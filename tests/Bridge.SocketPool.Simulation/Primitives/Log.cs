using System.Net.Sockets;
using Bridge.SocketPool.Simulation;
using Microsoft.Extensions.Logging;

namespace Bridge.SocketPool.Diagnostics;

/// <summary>Replaces the client's source-generated type: writes its messages to the run's log.</summary>
internal static class Log
{
    public static void Connected(ILogger logger, string emulator, string address) => Scheduler.Current.Note($"{emulator} answers");

    public static void Lost(ILogger logger, string emulator, string address, EmulatorState state, string reason) =>
        Scheduler.Current.Note($"{emulator} is {state} now: {reason}");

    public static void Refused(ILogger logger, string emulator, string status) => Scheduler.Current.Note($"{emulator} refuses: {status}");

    public static void Unexpected(ILogger logger, string emulator, string consequence, Exception exception) =>
        Scheduler.Current.Violate("no unexpected error", consequence, exception);

    public static void OptionRefused(ILogger logger, string option, SocketError error) =>
        Scheduler.Current.Note($"the system refuses {option}: {error}");
}
