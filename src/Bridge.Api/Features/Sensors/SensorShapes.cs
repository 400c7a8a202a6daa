using Bridge.SocketPool.TypedCommands;

namespace Bridge.Api.Features.Sensors;

/// <summary>What the sensors of a cartridge are to measure, and the time of its clock; null: as before.</summary>
internal sealed record SensorsRequest(TiltRequest? Tilt = null, double? Gyroscope = null, double? Light = null, long? Clock = null);

/// <summary>How far the console is to be tilted to the right, and towards the player; 1 is a quarter turn.</summary>
internal sealed record TiltRequest(double? X = null, double? Y = null);

/// <summary>What the sensors of a cartridge measure; null: it has no such sensor. Rumble is whether its motor runs.</summary>
internal sealed record SensorsResponse(TiltShape? Tilt, double? Gyroscope, double? Light, bool? Rumble, long? Clock, long Frame)
{
    public static SensorsResponse Of(CartridgeSensors sensors, long frame) => new(
        sensors.TiltX is { } x && sensors.TiltY is { } y ? new TiltShape(x, y) : null, sensors.Gyroscope, sensors.Light, sensors.Rumbles,
        sensors.Clock, frame);
}

/// <summary>How far the console is tilted to the right, and towards the player; 1 is a quarter turn.</summary>
internal sealed record TiltShape(double X, double Y);
