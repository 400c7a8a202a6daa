namespace Bridge.Api.CommandLine;

/// <summary>The exit codes of every command (docs/install.md).</summary>
internal static class ExitCodes
{
    public const int Success = 0;

    /// <summary>A check has failed, or the running bridge has lost a part of it.</summary>
    public const int Failure = 1;

    /// <summary>The command can't run: a wrong option or setting, a port that is taken, a file that can't be read or written.</summary>
    public const int CannotRun = 2;
}
