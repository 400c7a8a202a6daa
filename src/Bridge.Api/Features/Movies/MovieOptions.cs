using Bridge.Api.Server.Files;

namespace Bridge.Api.Features.Movies;

/// <summary>Settings of movies.</summary>
internal sealed record MovieOptions
{
    /// <summary>The folder of the movies. Default: <c>Bridge/movies</c> below the account's local application data.</summary>
    public string? Folder { get; set; }

    /// <summary>
    /// Max movies that are verified at the same time, each in a process of its own, 1 to 64. As many requests may look at the past of games
    /// (Features/Inspection). Default 2.
    /// </summary>
    public int Verifications { get; set; } = 2;

    /// <summary>Max time to verify one movie, 1 s to 1 h. Default 5 min.</summary>
    public TimeSpan VerifyTime { get; set; } = TimeSpan.FromMinutes(5);

    /// <summary>Gets the full path of the folder; null if none is configured and the account has no data folder.</summary>
    public string? Root => Folder is { Length: > 0 } configured ? Path.GetFullPath(configured) : DataFolder.Of("movies");

    /// <summary>Returns a sentence for each setting that is out of range.</summary>
    public IEnumerable<string> FindFailures()
    {
        if (Folder is { Length: > 0 } folder && File.Exists(folder))
            yield return $"Bridge:Movies:Folder must be a folder, which the bridge creates if needed; got the file \"{folder}\".";
        if (Verifications is < 1 or > 64)
            yield return $"Bridge:Movies:Verifications must be 1 to 64; got {Verifications}.";
        if (VerifyTime < TimeSpan.FromSeconds(1) || VerifyTime > TimeSpan.FromHours(1))
            yield return $"Bridge:Movies:VerifyTime must be 00:00:01 to 01:00:00; got {VerifyTime}.";
    }
}
