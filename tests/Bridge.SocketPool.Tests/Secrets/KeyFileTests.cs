using System.Diagnostics;
using System.Runtime.Versioning;
using Bridge.SocketPool.Connections;
using Bridge.SocketPool.Secrets;
using Bridge.Testing;
using Microsoft.Extensions.Logging.Abstractions;

namespace Bridge.SocketPool.Tests.Secrets;

/// <summary>The key file: created once for its account alone, kept, and not used if another account could have written it.</summary>
[UnsupportedOSPlatform("windows")]
public sealed class KeyFileTests : IDisposable
{
    private const string Secret = "0123456789abcdef0123456789abcdef";
    private const int Port = 8888;

    private readonly DirectoryInfo _root = Directory.CreateTempSubdirectory("bridge-keys-");

    private string Folder => Path.Combine(_root.FullName, "new", "keys");

    private string KeyPath => Path.Combine(Folder, "script-8888.key");

    public void Dispose() => _root.Delete(recursive: true);

    [Fact]
    public void The_file_is_created_for_its_account_alone()
    {
        var key = Key("/roms", "/a b");
        var secret = key.ReadSecret().Value;
        Assert.Matches("^[0-9a-f]{64}$", secret);
        Assert.Equal($"{secret}\nfolder /roms\nfolder /a b\n", File.ReadAllText(KeyPath));
        Assert.Equal([KeyPath], Directory.GetFiles(Folder));
        Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite, File.GetUnixFileMode(KeyPath));
        Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute, File.GetUnixFileMode(Folder));
    }

    [Fact]
    public async Task Concurrent_creators_get_the_same_secret()
    {
        for (var round = 0; round < 200; round++)
        {
            if (round > 0)
                File.Delete(KeyPath);
            using var start = new Barrier(4);
            var secrets = await Task.WhenAll(Enumerable.Range(0, start.ParticipantCount).Select(_ => Task.Factory.StartNew(() =>
            {
                start.SignalAndWait();
                return Key("/roms").ReadSecret().Value;
            }, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default)));
            Assert.Single(secrets.Distinct());
            Assert.Equal([KeyPath], Directory.GetFiles(Folder));
        }
    }

    [Fact]
    public void A_changed_list_of_folders_is_written_and_the_secret_kept()
    {
        var secret = Key("/roms").ReadSecret().Value;
        Assert.Equal(secret, Key("/roms", "/files").ReadSecret().Value);
        Assert.Equal($"{secret}\nfolder /roms\nfolder /files\n", File.ReadAllText(KeyPath));
        Assert.Equal(secret, Of(null).ReadSecret().Value);
        Assert.Equal($"{secret}\nfolder /roms\nfolder /files\n", File.ReadAllText(KeyPath));
        Assert.Equal(secret, Key().ReadSecret().Value);
        Assert.Equal($"{secret}\n", File.ReadAllText(KeyPath));
        Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite, File.GetUnixFileMode(KeyPath));
    }

    [Fact]
    public void A_new_secret_is_used_from_the_next_read_on()
    {
        var key = Of(null);
        Assert.NotEqual(Secret, key.ReadSecret().Value);
        Write($"{Secret}\r\nfolder /roms\r\n");
        Assert.Equal(Secret, key.ReadSecret().Value);
        File.Delete(KeyPath);
        Assert.Matches("^[0-9a-f]{64}$", key.ReadSecret().Value);
    }

    [Theory]
    [InlineData("620", "others can write it")]
    [InlineData("602", "others can write it")]
    [InlineData("604", "others can read it")]
    [InlineData("640", null)]
    [InlineData("440", null)]
    [InlineData("400", null)]
    public void The_file_mode_decides_whether_it_is_used(string mode, string? problem)
    {
        Write($"{Secret}\n", (UnixFileMode)Convert.ToInt32(mode, 8));
        Expect(problem);
    }

    // An administrator gave the group access, and a new file would not have that group.
    [Fact]
    public void A_file_that_a_group_may_read_keeps_its_folders()
    {
        Write($"{Secret}\nfolder /theirs\n", UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.GroupRead);
        Assert.Equal(Secret, Key("/roms").ReadSecret().Value);
        Assert.Equal($"{Secret}\nfolder /theirs\n", File.ReadAllText(KeyPath));
    }

    [Fact]
    public void A_link_a_folder_and_a_pipe_are_not_used()
    {
        var other = Path.Combine(_root.FullName, "other");
        File.WriteAllText(other, $"{Secret}\n");
        Directory.CreateDirectory(Folder);
        foreach (var target in new[] { other, Path.Combine(_root.FullName, "nowhere") })
        {
            File.CreateSymbolicLink(KeyPath, target);
            Expect("it is a link");
            File.Delete(KeyPath);
        }

        Directory.CreateDirectory(KeyPath);
        Expect("it is not a regular file");
        Directory.Delete(KeyPath);
        Run("mkfifo", "-m", "600", KeyPath);
        Expect("it is not a regular file");
    }

    [Theory]
    [InlineData("")]
    [InlineData("short\n")]
    [InlineData("\n0123456789abcdef0123456789abcdef\n")]
    [InlineData("0123456789abcdef 0123456789abcdef\n")]
    public void An_invalid_secret_is_reported(string text)
    {
        Write(text);
        Expect("its first line must be a secret");
    }

    [Fact]
    public void A_file_that_is_too_long_is_reported()
    {
        Write(Secret + new string('\n', 70_000));
        Expect("it must be at most 65,536 bytes; got 70,032.");
    }

    [Fact]
    public void A_file_of_another_account_is_not_used()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux() && Environment.IsPrivilegedProcess, "Only root can give a file to another account.");
        Write($"{Secret}\n");
        Run("chown", "65534", KeyPath);
        Expect("it belongs to another account (65534)");
    }

    [Fact]
    public void Without_any_folder_there_is_no_file_and_a_message_says_so()
    {
        var key = new KeyFile("default", folder: null, Port, allowedFolders: null, NullLogger.Instance);
        Assert.Null(key.ReadSecret().Value);
        Assert.Contains("Bridge:KeyFolder", key.Problem, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("127.0.0.1", null, true)]
    [InlineData("127.0.0.2", "", true)]
    [InlineData("::1", null, true)]
    [InlineData("LocalHost", null, true)]
    [InlineData("127.0.0.1", "s", false)]
    [InlineData("192.168.1.2", null, false)]
    [InlineData("mgba.example", null, false)]
    public void Only_a_local_emulator_without_a_secret_has_a_key_file(string host, string? secret, bool has)
    {
        var options = new EmulatorOptions { Host = host, Secret = secret, Port = 9000 };
        Assert.Equal(has, KeyFile.Create("default", options, NullLogger.Instance) is not null);
        Assert.Equal(
            has ? Path.Combine(_root.FullName, "script-9000.key") : null,
            KeyFile.Create("default", options with { KeyFolder = _root.FullName }, NullLogger.Instance)?.Path);
    }

    [Fact]
    public async Task Each_hello_uses_the_current_content()
    {
        await using var fake = new FakeEmulator { AnswersHello = false };
        await using var client = new EmulatorClient(
            "default", new EmulatorOptions { Port = fake.Port, KeyFolder = Folder, Connections = 1 },
            TimeProvider.System, NullLogger.Instance);
        var hello = await fake.NextRequestAsync("hello");
        var path = client.KeyFilePath!;
        Assert.Equal(Path.Combine(Folder, $"script-{fake.Port}.key"), path);
        fake.Secret = File.ReadLines(path).First();
        await fake.ChallengeAsync(hello);
        await Eventually.HoldsAsync(() => client.State == EmulatorState.Running);

        File.WriteAllText(path, $"{Secret}\n");
        foreach (var connection in fake.Connections)
            connection.Close();
        await fake.ChallengeAsync(await fake.NextRequestAsync("hello"));
        await Eventually.HoldsAsync(() => client.State == EmulatorState.WrongSecret);
        fake.Secret = Secret;
        await fake.ChallengeAsync(await fake.NextRequestAsync("hello"));
        await Eventually.HoldsAsync(() => client.State == EmulatorState.Running);
    }

    private KeyFile Key(params string[] folders) => Of(folders);

    // Null: the folders in the file are kept.
    private KeyFile Of(IReadOnlyList<string>? folders) => new("default", Folder, Port, folders, NullLogger.Instance);

    // Null: the file is used.
    private void Expect(string? problem)
    {
        var key = Of(null);
        Assert.Equal(problem is null ? Secret : null, key.ReadSecret().Value);
        if (problem is null)
            Assert.Null(key.Problem);
        else
            Assert.Contains($"The bridge does not use the key file {KeyPath}: {problem}", key.Problem, StringComparison.Ordinal);
    }

    private void Write(string text, UnixFileMode mode = UnixFileMode.UserRead | UnixFileMode.UserWrite)
    {
        Directory.CreateDirectory(Folder);
        File.WriteAllText(KeyPath, text);
        File.SetUnixFileMode(KeyPath, mode);
    }

    private static void Run(string program, params string[] arguments)
    {
        using var process = Process.Start(program, arguments);
        process.WaitForExit();
        Assert.Equal(0, process.ExitCode);
    }
}
