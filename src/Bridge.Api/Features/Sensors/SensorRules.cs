using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.SocketPool.Framing;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.Api.Features.Sensors;

/// <summary>What requests about sensors accept.</summary>
internal static class SensorRules
{
    private const string AcceptedTurn = "-1 to 1", AcceptedLight = "0 (dark) to 1 (bright)";

    /// <summary>Gets the rule for the tilt to the right.</summary>
    public static NumberRule TiltX { get; } = new("x", -1, 1);

    /// <summary>Gets the rule for the tilt towards the player.</summary>
    public static NumberRule TiltY { get; } = new("y", -1, 1);

    /// <summary>Gets the rule for both.</summary>
    public static ObjectRule Tilt { get; } = new(typeof(TiltRequest),
        new MemberRule("x", TiltX, IsRequired: true), new MemberRule("y", TiltY, IsRequired: true));

    /// <summary>Gets the rule for the gyroscope.</summary>
    public static NumberRule Gyroscope { get; } = new("gyroscope", -1, 1);

    /// <summary>Gets the rule for the light.</summary>
    public static NumberRule Light { get; } = new("light", 0, 1);

    /// <summary>Gets the rule for the clock; the max is the last second of the year 9999.</summary>
    public static IntegerRule Clock { get; } = new("clock", 0, WireLimits.ClockSecond);

    /// <summary>Gets the rule for what to set.</summary>
    public static ObjectRule Sensors { get; } = new(typeof(SensorsRequest),
        new("tilt", Tilt), new("gyroscope", Gyroscope), new("light", Light), new("clock", Clock))
    {
        Never =
        [
            """
            {"not": {"anyOf": [{"required": ["tilt"]}, {"required": ["gyroscope"]}, {"required": ["light"]}, {"required": ["clock"]}]}}
            """,
        ],
    };

    /// <summary>Returns what a request sets.</summary>
    /// <exception cref="RequestException">It sets nothing, or a value is missing or out of range.</exception>
    public static SensorSetting Read(SensorsRequest request)
    {
        if (request is { Tilt: null, Gyroscope: null, Light: null, Clock: null })
            throw Parameters.Missing("tilt", "tilt, gyroscope, light or clock");
        var (x, y) = request.Tilt is { } tilt ? Read(tilt) : default;
        if (request.Clock is { } clock && !Clock.Accepts(clock))
            throw Parameters.Refuse("clock", $"{clock}", $"{Clock.Min} to {Clock.Max}");
        return new SensorSetting(x, y, CheckTurn(Gyroscope, request.Gyroscope),
            request.Light is { } light ? Light.Check(light, AcceptedLight) : null, request.Clock);
    }

    /// <summary>Returns what a member of a body sets; null: the body has no such member.</summary>
    /// <param name="given">The member.</param>
    /// <param name="name">Its name.</param>
    /// <exception cref="RequestException">As of <see cref="Read(SensorsRequest)"/>; the exception names the member.</exception>
    public static SensorSetting? ReadIfAny(SensorsRequest? given, string name)
    {
        try
        {
            return given is null ? null : Read(given);
        }
        catch (RequestException refused)
        {
            throw refused.Of(name);
        }
    }

    /// <summary>Names sensors in the emulator's errors as the member <c>sensors</c> of a body has them.</summary>
    public static RouteHandlerBuilder CallsSensors(this RouteHandlerBuilder endpoint)
    {
        foreach (var sensor in (string[])["tilt", "gyroscope", "light", "clock"])
            endpoint.MapsArgument(sensor, $"sensors.{sensor}");
        return endpoint.Refuses(ProblemTypes.Unsupported);
    }

    private static (double? X, double? Y) Read(TiltRequest tilt)
    {
        try
        {
            return (CheckTurn(TiltX, tilt.X ?? throw Parameters.Missing("x", AcceptedTurn)),
                CheckTurn(TiltY, tilt.Y ?? throw Parameters.Missing("y", AcceptedTurn)));
        }
        catch (RequestException refused)
        {
            throw refused.Of("tilt");
        }
    }

    private static double? CheckTurn(NumberRule rule, double? value) => value is { } given ? rule.Check(given, AcceptedTurn) : null;
}
