namespace Bridge.Api.Features.OnDemand;

/// <summary>Settings of the emulators that clients create.</summary>
internal sealed record OnDemandOptions
{
    /// <summary>
    /// The bundled emulator, <c>mgba-host</c>. Default: the one beside this program, or else on the PATH. Only on Linux.
    /// </summary>
    public string? Program { get; set; }

    /// <summary>Max created emulators, 0 to 256. Default null: twice the processors.</summary>
    public int? Max { get; set; }

    /// <summary>Gets the max number of created emulators.</summary>
    public int MaxEmulators => Max ?? 2 * Environment.ProcessorCount;

    /// <summary>
    /// Emulators that are started before a client needs them, 0 to 8. Default 1. They begin with the first creation, are paused, and end
    /// after ten minutes without another.
    /// </summary>
    public int Warm { get; set; } = 1;

    /// <summary>
    /// The folder for the files of running emulators, and for the saves of those with a chosen name. Only one bridge can use it. Default:
    /// <c>Bridge/emulators</c> below the account's local application data.
    /// </summary>
    public string? Folder { get; set; }

    /// <summary>Max address space of each emulator in MiB, 256 to 65,536. Default 1,024; one uses about 200.</summary>
    public int Memory { get; set; } = 1024;

    /// <summary>By how much their priority is lowered, 0 to 19, so that the bridge responds first. Default 5.</summary>
    public int Nice { get; set; } = 5;

    /// <summary>
    /// Whether games see opposing directions that are pressed together, like Left with Right. Default true; false: mGBA hides them.
    /// </summary>
    public bool OpposingDirections { get; set; } = true;

    /// <summary>
    /// Whether created emulators go on when the bridge stops, so that the next bridge with this folder takes them over. Default false.
    /// After a crash of the bridge they go on in any case.
    /// </summary>
    public bool KeepOnStop { get; set; }

    /// <summary>Returns a sentence for each setting that is out of range.</summary>
    public IEnumerable<string> FindFailures()
    {
        const string Section = "Bridge:OnDemand";
        if (Max is < 0 or > 256)
            yield return $"{Section}:Max must be 0 to 256; got {Max}.";
        if (Warm is < 0 or > 8)
            yield return $"{Section}:Warm must be 0 to 8; got {Warm}.";
        if (Memory is < 256 or > 65536)
            yield return $"{Section}:Memory must be 256 to 65536; got {Memory}.";
        if (Nice is < 0 or > 19)
            yield return $"{Section}:Nice must be 0 to 19; got {Nice}.";
        if (Program is { Length: > 0 } program && !File.Exists(program))
            yield return $"{Section}:Program must be the file mgba-host; got \"{program}\".";
        if (Folder is { Length: > 0 } folder && File.Exists(folder))
            yield return $"{Section}:Folder must be a folder, which the bridge creates if needed; got the file \"{folder}\".";
    }
}
