namespace Bridge.Api.Composition.CommandLine;

/// <summary>The exit codes of every command (docs/install.md).</summary>
internal static class ExitCodes
{
    public const int Success = 0;

    /// <summary>A check has failed, or a part of the running bridge has.</summary>
    public const int Failure = 1;

    /// <summary>The command can't run: a wrong option or setting, a file that can't be read or written.</summary>
    public const int CannotRun = 2;

    /// <summary>
    /// The bridge can't start now, but perhaps later: an address in use, no descriptors. <c>EX_TEMPFAIL</c> of sysexits.h.
    /// </summary>
    public const int TryAgain = 75;
}
