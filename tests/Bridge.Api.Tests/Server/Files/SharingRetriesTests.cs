using Bridge.Api.Server.Files;

namespace Bridge.Api.Tests.Server.Files;

/// <summary>Files that another process has open for a moment, as virus scanners do on Windows.</summary>
public sealed class SharingRetriesTests
{
    private readonly List<TimeSpan> _waits = [];
    private int _attempts;

    private SharingRetries OnWindows => new(isOn: true, _waits.Add);

    // ERROR_SHARING_VIOLATION and ERROR_ACCESS_DENIED.
    private static IOException Shared => new("The process cannot access the file.", unchecked((int)0x80070020));

    private static UnauthorizedAccessException Denied => new() { HResult = unchecked((int)0x80070005) };

    private int FailsUntil(int attempt, Exception failure) => ++_attempts < attempt ? throw failure : _attempts;

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void A_file_that_is_in_use_is_tried_again(bool isShared)
    {
        Assert.Equal(3, OnWindows.Run(() => FailsUntil(3, isShared ? Shared : Denied)));
        Assert.Equal([10, 20], _waits.Select(wait => wait.TotalMilliseconds));
    }

    [Fact]
    public void The_last_attempt_gives_its_error()
    {
        Assert.Throws<IOException>(() => OnWindows.Run(() => FailsUntil(100, Shared)));
        Assert.Equal((SharingRetries.MaxAttempts, SharingRetries.MaxAttempts - 1), (_attempts, _waits.Count));
        Assert.InRange(_waits.Sum(wait => wait.TotalSeconds), 0.5, 1);
    }

    [Fact]
    public void Other_errors_are_not_tried_again()
    {
        Assert.Throws<FileNotFoundException>(() => OnWindows.Run(() => FailsUntil(100, new FileNotFoundException())));
        Assert.Equal(1, _attempts);
    }

    [Fact]
    public void Other_systems_try_once()
    {
        Assert.Throws<IOException>(() => new SharingRetries(isOn: false, _waits.Add).Run(() => FailsUntil(100, Shared)));
        Assert.Equal(1, _attempts);
    }

    [Fact]
    public void A_delete_that_fails_does_not_throw()
    {
        var folder = Directory.CreateTempSubdirectory("bridge-retries-");
        Assert.False(OnWindows.TryDelete(folder.FullName));
        folder.Delete();
    }
}
