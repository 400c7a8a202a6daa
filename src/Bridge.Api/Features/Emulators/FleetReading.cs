namespace Bridge.Api.Features.Emulators;

/// <summary>Reads what this bridge knows of its fleet. Registered only in a fleet.</summary>
internal delegate FleetMeterDescription FleetReading();

/// <summary>What a bridge counts and sees in its fleet (docs/telemetry.md).</summary>
internal sealed record FleetMeterDescription(
    FleetHostCounts Hosts, int Slots, int Free, long Waiting, long Created, long Expired, long Lost, long Resyncs,
    double EngineAgeSeconds);

/// <summary>How many hosts the bridge knows, by their state.</summary>
internal sealed record FleetHostCounts(int Live, int Draining, int Lost);
