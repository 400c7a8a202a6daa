namespace Bridge.Api.Features.Memory;

/// <summary>A register and its value, with the frame of the read or write.</summary>
internal sealed record RegisterValue(string Name, long Value, string Hex, long Frame);

/// <summary>A register and its value.</summary>
internal sealed record RegisterDescription(string Name, long Value, string Hex);

/// <summary>All registers that the CPU shows.</summary>
internal sealed record RegisterList(IReadOnlyList<RegisterDescription> Registers, long Frame);

/// <summary>The value to write to a register.</summary>
internal sealed record RegisterWrite(long? Value);
