namespace Bridge.Api.Features.Vectors;

/// <summary>A step of some games of a vector.</summary>
/// <param name="Games">The games, each once.</param>
/// <param name="Keys">The buttons of each as bits.</param>
/// <param name="Frames">The frames of the step.</param>
/// <param name="Starts">The start that each is reset to first; null: no reset.</param>
/// <param name="Seeds">The new state of each one's random numbers; null: the present state stays.</param>
internal sealed record VectorOrder(
    IReadOnlyList<int> Games, IReadOnlyList<ushort> Keys, int Frames, IReadOnlyList<int?> Starts, IReadOnlyList<ulong?> Seeds);
