namespace Bridge.EndToEnd.Tests.Doors;

/// <summary>The tests of the ports 43055 to 43059, at which Archipelago's client looks: only one of them has the ports at a time.</summary>
[CollectionDefinition(nameof(ConnectorPorts))]
public sealed class ConnectorPorts;
