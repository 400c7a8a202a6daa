using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Memory;

namespace Bridge.Api.Features.Mcp;

/// <summary>Limits what a tool reads from memory, because a model reads all of it.</summary>
internal static class ReadLimits
{
    /// <summary>Max bytes of all ranges of a call.</summary>
    public const int MaxBytes = 1024;

    /// <summary>Checks the number of places, and the length of their ranges.</summary>
    /// <param name="places">The places; null: none.</param>
    /// <param name="name">The argument, for sentences.</param>
    /// <param name="maxPlaces">Max places.</param>
    /// <param name="times">How often all of them are read: at the end of each way that is tried.</param>
    /// <exception cref="RequestException">There are too many places or bytes.</exception>
    public static void Check(IReadOnlyList<PlaceToRead?>? places, string name, int maxPlaces, int times = 1)
    {
        if (places is null)
            return;
        if (places.Count < 1 || places.Count > maxPlaces)
        {
            throw new RequestException(
                ProblemTypes.InvalidParameter, $"{name} must be a list of 1 to {maxPlaces}; got {places.Count}.", name);
        }

        var (bytes, maxBytes) = (0, MaxBytes / times);
        for (var i = 0; i < places.Count; i++)
        {
            if (places[i]?.Length is { } length)
                bytes += Parameters.InRange(length, $"{name}[{i}].length", 1, maxBytes);
        }

        if (bytes > maxBytes)
        {
            throw new RequestException(ProblemTypes.InvalidParameter,
                $"The lengths in {name} must be 1 to {maxBytes} together; got {bytes}.", name);
        }
    }
}
