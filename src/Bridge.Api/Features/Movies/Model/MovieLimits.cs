namespace Bridge.Api.Features.Movies.Model;

/// <summary>Lists the limits of movies (docs/movies.md).</summary>
internal static class MovieLimits
{
    /// <summary>The number of the format of files and streams.</summary>
    public const int Format = 1;

    /// <summary>Max frames of a movie.</summary>
    public const int Frames = 100_000_000;

    /// <summary>Max bytes of a movie: of its file, of what its file unpacks to, and of its stream.</summary>
    public const int Bytes = 32 * 1024 * 1024;

    /// <summary>Max bytes of a state.</summary>
    public const int StateBytes = 2 * 1024 * 1024;

    /// <summary>Max bytes of save memory: flash of 128 KiB with the state of a clock.</summary>
    public const int SaveBytes = 132 * 1024;

    /// <summary>Max files in a movie's zip: the header, the log, the notes and 10,000 others.</summary>
    public const int Entries = 10_003;

    /// <summary>Max regions of a hash; min 1.</summary>
    public const int Regions = 8;

    /// <summary>Max letters of a region's name.</summary>
    public const int RegionLetters = 8;

    /// <summary>Max characters of a register's name.</summary>
    public const int RegisterLetters = 15;

    /// <summary>Max characters of a text in the header.</summary>
    public const int TextLength = 300;

    /// <summary>Max notes in a movie's header.</summary>
    public const int Notes = 100;

    /// <summary>The bits of all buttons.</summary>
    public const int AllButtons = 0x3FF;

    /// <summary>The last second of the year 9999, since 1970.</summary>
    public const long LastSecond = 253_402_300_799;
}
