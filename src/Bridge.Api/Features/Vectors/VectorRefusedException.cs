namespace Bridge.Api.Features.Vectors;

/// <summary>The process of a vector refuses a request, and nothing of it was done.</summary>
/// <param name="sentence">Why.</param>
internal sealed class VectorRefusedException(string sentence) : Exception(sentence);
