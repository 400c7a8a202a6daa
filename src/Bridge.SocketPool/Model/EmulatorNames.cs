using System.Text.Json;

namespace Bridge.SocketPool.Model;

/// <summary>Names states and failures as HTTP, events, meters and spans do: <c>no-emulator</c>, <c>timed-out</c>.</summary>
public static class EmulatorNames
{
    private static readonly string[] States = [.. Enum.GetNames<EmulatorState>().Select(JsonNamingPolicy.KebabCaseLower.ConvertName)];
    private static readonly string[] Failures = [.. Enum.GetNames<EmulatorFailure>().Select(JsonNamingPolicy.KebabCaseLower.ConvertName)];

    /// <summary>Returns the name of a state.</summary>
    public static string Of(EmulatorState state) => States[(int)state];

    /// <summary>Returns the name of a failure.</summary>
    public static string Of(EmulatorFailure failure) => Failures[(int)failure];
}
