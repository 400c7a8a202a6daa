namespace Bridge.Api.Errors;

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
    /// <param name="otherwise">The sentence if the disk isn't full. It must not say where the folder is.</param>
    /// <param name="parameter">The parameter that names the file; null if none does.</param>
    public static RequestException Explain(Exception exception, string what, string otherwise, string? parameter = null) =>
        IsFull(exception)
            ? new RequestException(ProblemTypes.StorageFull, FullSentence(what))
            : new RequestException(ProblemTypes.StorageFailed, otherwise, parameter);

    /// <summary>Returns the sentence for a full disk.</summary>
    public static string FullSentence(string what) =>
        $"No space is left for {what}: the disk is full, or a quota is used up. Nothing was saved.";
}
