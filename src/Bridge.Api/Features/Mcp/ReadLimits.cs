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
    /// <exception cref="RequestException">There are too many places or bytes.</exception>
    public static void Check(IReadOnlyList<PlaceToRead?>? places, string name, int maxPlaces)
    {
        if (places is null)
            return;
        if (places.Count < 1 || places.Count > maxPlaces)
        {
            throw new RequestException(
                ProblemTypes.InvalidParameter, $"{name} must be a list of 1 to {maxPlaces}; got {places.Count}.", name);
        }

        var bytes = 0;
        for (var i = 0; i < places.Count; i++)
        {
            if (places[i]?.Length is { } length)
                bytes += Parameters.InRange(length, $"{name}[{i}].length", 1, MaxBytes);
        }

        if (bytes > MaxBytes)
        {
            throw new RequestException(ProblemTypes.InvalidParameter,
                $"The lengths in {name} must be 1 to {MaxBytes} together; got {bytes}.", name);
        }
    }
}
