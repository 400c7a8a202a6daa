namespace Bridge.Api.Contract.Errors;

/// <summary>Turns failures of the file system into problems.</summary>
internal static class StorageFailure
{
    // ENOSPC on every Unix; EDQUOT on Linux and on macOS.
    private const int NoSpace = 28, LinuxQuota = 122, MacQuota = 69;

    // ERROR_HANDLE_DISK_FULL and ERROR_DISK_FULL as the runtime reports them.
    private const int WindowsHandleFull = unchecked((int)0x80070027), WindowsDiskFull = unchecked((int)0x80070070);

    /// <summary>Returns whether a file could not be written because the disk is full or a quota is used up.</summary>
    public static bool IsFull(Exception exception) => exception is IOException && (OperatingSystem.IsWindows()
        ? exception.HResult is WindowsHandleFull or WindowsDiskFull
        : exception.HResult is NoSpace || exception.HResult == (OperatingSystem.IsMacOS() ? MacQuota : LinuxQuota));

    /// <summary>Returns the problem of a failure.</summary>
    /// <param name="exception">What the file system reported.</param>
    /// <param name="what">What the space is for, like <c>named states</c>.</param>
    /// <param name="otherwise">The sentence for any other reason. It must not say where the folder is.</param>
    /// <param name="parameter">The parameter that names the file; null if none does.</param>
    public static RequestException Explain(Exception exception, string what, string otherwise, string? parameter = null) =>
        IsFull(exception) ? new RequestException(ProblemTypes.StorageFull, FullSentence(what))
            : TemporaryFailure.IsOutOfFiles(exception) ? OutOfFiles("The bridge can't use its files now")
            : new RequestException(ProblemTypes.StorageFailed, otherwise, parameter);

    /// <summary>Returns the problem of a request that needs more files than the system allows now.</summary>
    /// <param name="outcome">What was not done, as the beginning of a sentence.</param>
    public static RequestException OutOfFiles(string outcome) => new(ProblemTypes.Overloaded,
        $"{outcome}, because it has as many files and connections open as the system allows. Repeat the request later.");

    /// <summary>Returns the sentence for a full disk.</summary>
    public static string FullSentence(string what) =>
        $"No space is left for {what}: the disk is full, or a quota is used up. Nothing was saved.";
}
