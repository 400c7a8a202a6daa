using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Framing;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.TypedCommands;

/// <summary>
/// Sends the commands for the sensors in the cartridge. Only the bundled emulator has these commands; others fail with
/// <see cref="EmulatorFailure.Unsupported"/>.
/// </summary>
public static class SensorCommands
{
    /// <summary>Gets what the sensors measure, and the frame of the reply.</summary>
    public static async Task<(CartridgeSensors Sensors, long Frame)> GetSensorsAsync(
        this EmulatorClient emulator, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(CommandTable.SensorsStatus.Request(), cancellationToken).ConfigureAwait(false);
        return (Read(reply.Arguments), reply.Frame);
    }

    /// <summary>Sets what the sensors measure, from the next frame on.</summary>
    /// <param name="emulator">The emulator.</param>
    /// <param name="setting">What to set. Values are rounded to thousandths.</param>
    /// <param name="cancellationToken">Cancels the request.</param>
    /// <returns>What they measure then, and the frame of the reply.</returns>
    /// <exception cref="EmulatorException">
    /// The cartridge lacks a sensor, or its clock can't be set: <see cref="EmulatorFailure.Conflict"/>; nothing was set.
    /// </exception>
    public static async Task<(CartridgeSensors Sensors, long Frame)> SetSensorsAsync(
        this EmulatorClient emulator, SensorSetting setting, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(Set(setting), cancellationToken).ConfigureAwait(false);
        return (Read(reply.Arguments), reply.Frame);
    }

    internal static EmulatorRequest Set(SensorSetting setting) => CommandTable.SensorsSet.Request(
        Thousandths(setting.TiltX), Thousandths(setting.TiltY), Thousandths(setting.Gyroscope), Thousandths(setting.Light),
        setting.Clock is { } clock ? clock : "");

    private static RequestArgument Thousandths(double? value) =>
        value is { } given ? (long)Math.Round(given * WireLimits.SensorThousandths) : "";

    private static CartridgeSensors Read(ReadOnlySpan<byte> arguments)
    {
        var names = ReplyArguments.TakeText(ref arguments).Split(',');
        double? x = TakeIf("tilt", ref arguments), y = TakeIf("tilt", ref arguments);
        double? gyroscope = TakeIf("gyroscope", ref arguments), light = TakeIf("light", ref arguments);
        var rumbles = ReplyArguments.TakeNumber(ref arguments) != 0;
        var clock = ReplyArguments.TakeNumber(ref arguments);
        return new CartridgeSensors(
            x, y, gyroscope, light, names.Contains("rumble") ? rumbles : null, names.Contains("clock") ? clock : null);

        double? TakeIf(string name, ref ReadOnlySpan<byte> rest)
        {
            var value = ReplyArguments.TakeNumber(ref rest) / (double)WireLimits.SensorThousandths;
            return names.Contains(name) ? value : null;
        }
    }
}

/// <summary>Describes what the sensors of a cartridge measure; null: it has no such sensor.</summary>
/// <param name="TiltX">-1 to 1 to the right; 1 is a quarter turn.</param>
/// <param name="TiltY">-1 to 1 towards the player.</param>
/// <param name="Gyroscope">-1 to 1 clockwise; 1 is as fast as a player can turn it.</param>
/// <param name="Light">0 dark to 1 bright.</param>
/// <param name="Rumbles">Whether its motor has run in this frame.</param>
/// <param name="Clock">The time of its clock, in seconds since 1970.</param>
public readonly record struct CartridgeSensors(
    double? TiltX, double? TiltY, double? Gyroscope, double? Light, bool? Rumbles, long? Clock);

/// <summary>Describes what to set of a cartridge's sensors; null: it stays.</summary>
/// <param name="TiltX">-1 to 1 to the right; 1 is a quarter turn.</param>
/// <param name="TiltY">-1 to 1 towards the player.</param>
/// <param name="Gyroscope">-1 to 1 clockwise; 1 is as fast as a player can turn it.</param>
/// <param name="Light">0 dark to 1 bright.</param>
/// <param name="Clock">The time of its clock, up to <see cref="WireLimits.ClockSecond"/> seconds since 1970.</param>
public readonly record struct SensorSetting(
    double? TiltX = null, double? TiltY = null, double? Gyroscope = null, double? Light = null, long? Clock = null);
