namespace Bridge.Doors.RetroArch.Commands;

/// <summary>The limits of RetroArch's network commands.</summary>
internal static class NetworkLimits
{
    /// <summary>Max commands of a datagram.</summary>
    public const int Lines = 16;

    /// <summary>Max bytes of memory that a command reads or writes: a reply with three characters for each fits a datagram.</summary>
    public const int Bytes = 16384;

    /// <summary>The last one of mGBA's slots.</summary>
    public const int LastSlot = 9;

    /// <summary>Max pictures that are stored in a minute.</summary>
    public const int ScreenshotsEachMinute = 60;
}
