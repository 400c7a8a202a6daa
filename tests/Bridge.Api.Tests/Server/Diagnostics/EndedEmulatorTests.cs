using Bridge.Api.Features.Emulators;
using Bridge.Api.Server.Diagnostics;
using Microsoft.Extensions.DependencyInjection;

namespace Bridge.Api.Tests.Server.Diagnostics;

/// <summary>Emulators come and go, and each that runs is in the metrics.</summary>
[Collection(nameof(EndedEmulatorTests))]
[CollectionDefinition(nameof(EndedEmulatorTests), DisableParallelization = true)]
public sealed class EndedEmulatorTests
{
    // No tests run beside it: a meter provider listens to the meters of all bridges in the process, and OpenTelemetry takes 1,000 at most.
    private const int AtOnce = 250;

    [Fact]
    public async Task After_many_ended_emulators_the_next_ones_are_there()
    {
        await using var bridge = new BridgeHost(("Bridge:Emulators:default:Port", "1"));
        var directory = bridge.Services.GetRequiredService<EmulatorDirectory>();
        for (var ended = 0; ended <= 3 * EmulatorPoints.MaxEnded; ended += AtOnce)
        {
            CreatedEmulator[] created = [.. Enumerable.Range(ended, AtOnce).Select(number => Create(directory, $"e{number}"))];

            // The exporter answers with the same metrics for 300 ms.
            var metrics = "";
            await Eventually.HoldsAsync(
                async () => (metrics = await bridge.Client.GetStringAsync("/metrics"))
                    .Contains($"\"{created[^1].Name}\"", StringComparison.Ordinal),
                "the metrics are new ones");

            Assert.DoesNotContain("otel_metric_overflow", metrics, StringComparison.Ordinal);
            Assert.All(created, emulator => Assert.Contains(
                $"bridge_emulator_name=\"{emulator.Name}\",bridge_emulator_state=\"no-emulator\"", metrics, StringComparison.Ordinal));
            foreach (var emulator in created)
                await directory.RemoveAsync(emulator);
        }
    }

    private static CreatedEmulator Create(EmulatorDirectory directory, string name)
    {
        var created = new CreatedEmulator(directory.Connect(name, "/nowhere/socket", "secret"), "a.gba", new Dictionary<string, string>(),
            new EmulatorLease(TimeProvider.System, duration: null));
        directory.Add(created);
        return created;
    }
}
