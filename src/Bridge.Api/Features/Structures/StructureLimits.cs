namespace Bridge.Api.Features.Structures;

/// <summary>The limits of a request that reads typed memory: structures, arrays and numbers.</summary>
internal static class StructureLimits
{
    /// <summary>Max bytes that are read.</summary>
    public const int Bytes = 256 * 1024;

    /// <summary>Max numbers, addresses and structures in the response together.</summary>
    public const int Values = 16_384;
}
