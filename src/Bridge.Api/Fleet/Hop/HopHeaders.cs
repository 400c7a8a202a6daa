namespace Bridge.Api.Fleet.Hop;

/// <summary>The headers between the bridges of a fleet. No client's header with this prefix is ever forwarded.</summary>
internal static class HopHeaders
{
    /// <summary>What all of them begin with.</summary>
    public const string Prefix = "Bridge-";

    /// <summary>Marks a request of another bridge, which is not forwarded again.</summary>
    public const string Hop = "Bridge-Hop";

    /// <summary>Has the fleet's secret.</summary>
    public const string Fleet = "Bridge-Fleet";

    /// <summary>The value of <see cref="Hop"/>.</summary>
    public const string Yes = "1";
}
