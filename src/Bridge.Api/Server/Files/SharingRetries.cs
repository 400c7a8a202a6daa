namespace Bridge.Api.Server.Files;

/// <summary>
/// Repeats operations on files that another process has open. On Windows a virus scanner, an indexer or a reader can keep a file from being
/// replaced, deleted or opened for some milliseconds.
/// </summary>
/// <param name="isOn">Whether to repeat; other systems don't refuse such operations.</param>
/// <param name="wait">Waits between two attempts.</param>
internal sealed class SharingRetries(bool isOn, Action<TimeSpan> wait)
{
    /// <summary>Max attempts, which take less than a second together.</summary>
    public const int MaxAttempts = 8;

    // HRESULTs of ERROR_ACCESS_DENIED and ERROR_SHARING_VIOLATION.
    private const int AccessDenied = unchecked((int)0x80070005), SharingViolation = unchecked((int)0x80070020);

    private static readonly TimeSpan FirstWait = TimeSpan.FromMilliseconds(10), MaxWait = TimeSpan.FromMilliseconds(200);

    // Windows doesn't tell when a file is free again, so there is no condition to wait for.
#pragma warning disable RS0030
    /// <summary>Gets the retries of this system.</summary>
    public static SharingRetries OfSystem { get; } = new(OperatingSystem.IsWindows(), Thread.Sleep);
#pragma warning restore RS0030

    /// <summary>Runs an operation until it succeeds or fails for another reason, at most <see cref="MaxAttempts"/> times.</summary>
    /// <exception cref="IOException">The operation failed.</exception>
    /// <exception cref="UnauthorizedAccessException">The account may not do it, or another process keeps the file open.</exception>
    public T Run<T>(Func<T> operation)
    {
        var pause = FirstWait;
        for (var attempt = 1; ; attempt++)
        {
            try
            {
                return operation();
            }
            catch (Exception exception) when (isOn && attempt < MaxAttempts
                && exception is (IOException or UnauthorizedAccessException) and { HResult: AccessDenied or SharingViolation })
            {
                wait(pause);
                pause = pause * 2 < MaxWait ? pause * 2 : MaxWait;
            }
        }
    }

    /// <inheritdoc cref="Run{T}(Func{T})"/>
    public void Run(Action operation) => Run(() =>
    {
        operation();
        return true;
    });

    /// <summary>Deletes a file if possible; for cleaning up after an error, which another error must not replace.</summary>
    /// <returns>False if the file is still there.</returns>
    public bool TryDelete(string path)
    {
        try
        {
            Run(() => File.Delete(path));
            return true;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }
}
