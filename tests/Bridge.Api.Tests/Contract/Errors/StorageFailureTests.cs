using System.Runtime.Versioning;
using Bridge.Api.Contract.Errors;

namespace Bridge.Api.Tests.Contract.Errors;

/// <remarks>The end-to-end test FullDiskTests fills a real disk.</remarks>
[UnsupportedOSPlatform("windows")]
public sealed class StorageFailureTests
{
    [Theory]
    [InlineData(28, "storage-full")] // ENOSPC
    [InlineData(122, "storage-full")] // EDQUOT
    [InlineData(23, "overloaded")] // ENFILE
    [InlineData(24, "overloaded")] // EMFILE
    [InlineData(5, "storage-failed")] // EIO
    [InlineData(30, "storage-failed")] // EROFS
    public void A_full_disk_and_a_used_up_quota_are_told_from_other_failures(int error, string type)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "The numbers are those of Linux.");
        var problem = StorageFailure.Explain(new IOException("It failed.", error), "states", "It failed.");
        Assert.Equal(type, problem.Type.Anchor);
    }
}
