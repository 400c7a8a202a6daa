namespace Bridge.Api.Features.Branches;

/// <summary>Settings of branches.</summary>
internal sealed record BranchOptions
{
    /// <summary>The max number of processes.</summary>
    public const int MaxProcesses = 64;

    /// <summary>
    /// Max processes that run branches at the same time, of all emulators, 1 to 64. Default null: one for each processor.
    /// </summary>
    public int? Processes { get; set; }

    /// <summary>Gets the max processes.</summary>
    public int Places => Processes ?? Math.Min(Environment.ProcessorCount, MaxProcesses);

    /// <summary>Max time in which a process runs the branches of a request, 1 s to 1 h. Default 2 min.</summary>
    public TimeSpan RunTime { get; set; } = TimeSpan.FromMinutes(2);

    /// <summary>Returns a sentence for each setting that is out of range.</summary>
    public IEnumerable<string> FindFailures()
    {
        if (Processes is < 1 or > MaxProcesses)
            yield return $"Bridge:Branches:Processes must be 1 to {MaxProcesses}; got {Processes}.";
        if (RunTime < TimeSpan.FromSeconds(1) || RunTime > TimeSpan.FromHours(1))
            yield return $"Bridge:Branches:RunTime must be 00:00:01 to 01:00:00; got {RunTime}.";
    }
}
