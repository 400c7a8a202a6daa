using Bridge.SocketPool;

namespace Bridge.Api.Emulators;

/// <summary>Checks the settings of one emulator; <see cref="EmulatorOptions"/> tells what each is for.</summary>
internal static class EmulatorSettings
{
    private const int MostHostCharacters = 253;
    private const int MostSecretCharacters = 128;

    /// <summary>What is wrong with them.</summary>
    /// <param name="section">Where they stand, like <c>Bridge:Emulators:default</c>.</param>
    /// <param name="emulator">What stands there.</param>
    public static IEnumerable<string> FailuresOf(string section, EmulatorOptions emulator)
    {
        if (emulator.Host is not { Length: > 0 and <= MostHostCharacters })
            yield return $"{section}:Host is \"{emulator.Host}\"; it is the name or the address of a machine, 1 to {MostHostCharacters} characters.";
        if (emulator.Secret?.Length > MostSecretCharacters)
            yield return $"{section}:Secret has {emulator.Secret.Length} characters; it has up to {MostSecretCharacters}.";
        foreach (var (name, value, least, most) in ((string, int, int, int)[])
        [
            ("Port", emulator.Port, 1, 65535),
            ("Connections", emulator.Connections, 1, 8),
            ("InFlight", emulator.InFlight, 1, 1024),
            ("SendQueueBytes", emulator.SendQueueBytes, 4 * 1024 * 1024, 64 * 1024 * 1024),
            ("Retries", emulator.Retries, 0, 10),
        ])
        {
            if (value < least || value > most)
                yield return $"{section}:{name} is {value}; it is {least} to {most}.";
        }

        foreach (var (name, value, least, most) in ((string, TimeSpan, int, int)[])
        [
            ("Deadline", emulator.Deadline, 50, 60_000),
            ("ConnectTimeout", emulator.ConnectTimeout, 50, 30_000),
            ("PausedAfter", emulator.PausedAfter, 100, 30_000),
            ("PingInterval", emulator.PingInterval, 20, 10_000),
        ])
        {
            if (value < TimeSpan.FromMilliseconds(least) || value > TimeSpan.FromMilliseconds(most))
                yield return $"{section}:{name} is {value}; it is {TimeSpan.FromMilliseconds(least)} to {TimeSpan.FromMilliseconds(most)}.";
        }
    }
}
