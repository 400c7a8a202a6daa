namespace Bridge.Api.Features.Branches;

/// <summary>The moment from which branches begin.</summary>
/// <param name="Frame">The frame of the history.</param>
/// <param name="Movie">A movie that ends there, as the emulator reads it.</param>
/// <param name="State">A raw state that is loaded there; null: none.</param>
internal sealed record BranchStart(long Frame, ReadOnlyMemory<byte> Movie, ReadOnlyMemory<byte>? State);
