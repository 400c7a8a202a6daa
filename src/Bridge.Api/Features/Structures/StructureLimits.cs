namespace Bridge.Api.Features.Structures;

/// <summary>The limits of what a request reads by its type.</summary>
internal static class StructureLimits
{
    /// <summary>Max bytes.</summary>
    public const int Bytes = 256 * 1024;

    /// <summary>Max numbers, addresses and structures together.</summary>
    public const int Values = 16_384;
}
