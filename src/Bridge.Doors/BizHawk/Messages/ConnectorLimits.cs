namespace Bridge.Doors.BizHawk.Messages;

/// <summary>The limits of the connector.</summary>
internal static class ConnectorLimits
{
    /// <summary>Max bytes of a client's line without its line feed.</summary>
    public const int LineBytes = 131_072;

    /// <summary>Max bytes of a reply line with its line feed: the buffer of asyncio's <c>readline</c>, which clients use.</summary>
    public const int ReplyBytes = 65_535;

    /// <summary>
    /// Max requests of a line. If their replies are longer than <see cref="ReplyBytes"/>, each becomes a short error, and these fit.
    /// </summary>
    public const int Requests = 256;

    /// <summary>Max characters of an error sentence.</summary>
    public const int ErrorCharacters = 200;
}
