using static MgbaBridge.SensorsJson;

namespace MgbaBridge;

public sealed partial class Emulator
{
    /// <summary>Returns what the sensors of the cartridge measure. Only the bundled emulator can.</summary>
    public Task<Sensors> GetSensorsAsync(CancellationToken cancellationToken = default) =>
        Transport.SendAsync(Call.Get($"{_path}/sensors"), Default.Sensors, cancellationToken);

    /// <summary>Sets what the sensors of the cartridge measure, from the next frame on.</summary>
    /// <param name="change">What to set.</param>
    /// <param name="cancellationToken">Cancels the request.</param>
    /// <returns>What they measure then.</returns>
    /// <exception cref="ProblemException">For example 409 <c>conflict</c>: the cartridge has no such sensor.</exception>
    public Task<Sensors> SetSensorsAsync(SensorChange change, CancellationToken cancellationToken = default) => Transport.SendAsync(
        Call.Of(HttpMethod.Put, $"{_path}/sensors", change, Default.SensorChange, isRepeatable: true), Default.Sensors, cancellationToken);
}
