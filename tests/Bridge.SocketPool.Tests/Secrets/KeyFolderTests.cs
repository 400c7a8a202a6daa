using System.Diagnostics;
using System.Runtime.Versioning;
using Bridge.SocketPool.Connections;
using Bridge.SocketPool.Secrets;
using Microsoft.Extensions.Logging.Abstractions;

namespace Bridge.SocketPool.Tests.Secrets;

/// <summary>A key file is neither read nor created in a folder in which another account could replace it.</summary>
[UnsupportedOSPlatform("windows")]
public sealed class KeyFolderTests : IDisposable
{
    private readonly DirectoryInfo _root = Directory.CreateTempSubdirectory("bridge-keys-");

    private string Folder => Path.Combine(_root.FullName, "keys");

    public void Dispose() => _root.Delete(recursive: true);

    [Theory]
    [InlineData("700", true)]
    [InlineData("755", true)]
    [InlineData("1777", false)]
    [InlineData("770", false)]
    [InlineData("702", false)]
    public void The_mode_decides_whether_it_is_used(string mode, bool isTrusted)
    {
        Assert.NotNull(Key().ReadSecret().Value);
        File.SetUnixFileMode(Folder, (UnixFileMode)Convert.ToInt32(mode, 8));
        Expect(isTrusted ? null : "can be written to by other accounts; take that from them with chmod go-w, or use another folder");
    }

    [Fact]
    public void A_folder_or_link_of_another_account_is_not_used()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux() && Environment.IsPrivilegedProcess, "Only root can give a folder to another account.");
        Directory.CreateDirectory(Folder);
        Give(Folder, "65534");
        Expect("belongs to another account (65534); use a folder of this account");
        Assert.Empty(Directory.GetFiles(Folder));
        Give(Folder, "0");
        Directory.Move(Folder, Folder + "2");
        File.CreateSymbolicLink(Folder, Folder + "2");
        Expect(null);
        Give(Folder, "65534");
        Expect("is a link of another account (65534); use a folder of this account");
    }

    // Another account could put a folder of its own in the place of this one.
    [Fact]
    public void A_folder_that_another_account_can_replace_is_not_used()
    {
        var above = Path.Combine(_root.FullName, "above");
        Directory.CreateDirectory(above);
        Directory.Move(Directory.CreateDirectory(Folder).FullName, Path.Combine(above, "keys"));
        Directory.CreateSymbolicLink(Folder, Path.Combine(above, "keys"));
        Expect(null);
        File.SetUnixFileMode(above, (UnixFileMode)Convert.ToInt32("777", 8));
        Expect($"is in {above}, which other accounts can write to; use a folder of this account");
        // In a sticky folder, another account can't replace what is this account's.
        File.SetUnixFileMode(above, (UnixFileMode)Convert.ToInt32("1777", 8));
        Expect(null);
        Assert.SkipUnless(OperatingSystem.IsLinux() && Environment.IsPrivilegedProcess, "Only root can give a folder to another account.");
        Give(above, "65534");
        Expect($"is in {above}, which belongs to another account (65534); use a folder of this account");
    }

    // A separator at the end once hid the link.
    [Fact]
    public void A_link_is_seen_with_a_separator_at_its_end()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux() && Environment.IsPrivilegedProcess, "Only root can give a link to another account.");
        Directory.CreateSymbolicLink(Folder, Directory.CreateDirectory(Folder + "2").FullName);
        Give(Folder, "65534");
        Assert.StartsWith("is a link of another account (65534)",
            Bridge.SocketPool.Secrets.TrustedFolder.FindProblem(Folder + "/", allowsSticky: false), StringComparison.Ordinal);
    }

    private KeyFile Key() => new("default", Folder, 8888, allowedFolders: null, NullLogger.Instance);

    // Null: the folder is used.
    private void Expect(string? problem)
    {
        var key = Key();
        Assert.Equal(problem is null, key.ReadSecret().Value is not null);
        Assert.Equal(
            problem is null ? null : $"The bridge does not use the key file {Folder}/script-8888.key: the folder {Folder} {problem}.",
            key.Problem);
    }

    private static void Give(string path, string user)
    {
        using var chown = Process.Start("chown", ["-h", user, path]);
        chown.WaitForExit();
        Assert.Equal(0, chown.ExitCode);
    }
}
