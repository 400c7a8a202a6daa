using System.Runtime.InteropServices;
using System.Security.Cryptography;
using System.Text;
using Bridge.SocketPool.Diagnostics;
using Bridge.SocketPool.Model;
using Microsoft.Extensions.Logging;

namespace Bridge.SocketPool.Secrets;

/// <summary>
/// Stores the secret of an emulator on this machine in a file that only this account can read (docs/protocol/wire.md, "Key file"). The
/// script reads it as well: nobody has to type the secret, and either side may start first.
/// </summary>
internal sealed partial class KeyFile(
    string emulator, string? folder, int port, IReadOnlyList<string>? allowedFolders, ILogger logger)
{
    // The same limits as in the script (lua/bridge/wire/limits.lua).
    private const int MinSecretBytes = 16;
    private const int MaxSecretBytes = 256;

    private const int NewSecretBytes = 32;

    // EEXIST of link(2), on Linux and macOS.
    private const int AlreadyExists = 17;

    private const string FolderPrefix = "folder ";

    // The keepers of all connections read the file.
    private readonly Lock _gate = new();

    /// <summary>Gets the path of the file; null if the account has no folder for it.</summary>
    public string? Path { get; } = folder is null ? null : System.IO.Path.Combine(folder, $"script-{port}.key");

    /// <summary>Gets a sentence that says why the last <see cref="ReadSecret"/> didn't use the file; null if it did.</summary>
    public string? Problem { get; private set; }

    /// <summary>
    /// Creates the key file of an emulator; returns null if its secret is configured, it listens at a Unix socket, or it is on another
    /// machine.
    /// </summary>
    public static KeyFile? Create(string emulator, EmulatorOptions options, ILogger logger)
    {
        if (!string.IsNullOrEmpty(options.Secret) || !options.IsOnThisMachine || options.SocketPath is not null)
            return null;
        var folder = options.KeyFolder is { Length: > 0 } configured ? System.IO.Path.GetFullPath(configured) : DefaultFolder();
        return new KeyFile(emulator, folder, options.Port, options.Folders, logger);
    }

    /// <summary>Reads the secret from the file. Creates the file if it is missing, and writes the allowed folders into it.</summary>
    /// <returns>
    /// The secret; none if no file can be used. <see cref="Problem"/> says why, and the log reports each reason once.
    /// </returns>
    public ScriptSecret ReadSecret()
    {
        lock (_gate)
        {
            var (secret, problem) = TryRead();
            if (problem is not null && problem != Problem)
                Log.KeyFileUnused(logger, emulator, problem);
            Problem = problem;
            return secret;
        }
    }

    private (ScriptSecret Secret, string? Problem) TryRead()
    {
        if (Path is null)
            return (default, "This account has no data folder, so the bridge has no key file; set Bridge:KeyFolder.");
        try
        {
            CheckFolder();
            var lines = ReadLines() ?? CreateFile();
            if (!IsSecret(lines[0]))
                return (default,
                    $"The bridge does not use the key file {Path}: its first line must be a secret "
                    + $"of {MinSecretBytes} to {MaxSecretBytes} ASCII characters without spaces.");
            if (allowedFolders is not null && !lines.Skip(1).SequenceEqual(allowedFolders.Select(FolderLine)))
                Rewrite(lines[0]);
            return (new ScriptSecret(lines[0], IsShared()), null);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return (default, $"The bridge does not use the key file {Path}: {exception.Message}");
        }
    }

    // An account that can put a file there decides which secret the script requires, and which files it loads: the script can't see whose
    // file it is.
    private void CheckFolder()
    {
        var folder = System.IO.Path.GetDirectoryName(Path)!;
        if (TrustedFolder.FindProblem(folder, allowsSticky: false) is { } problem)
            throw new IOException($"the folder {folder} {problem}.");
    }

    private bool IsShared() => !OperatingSystem.IsWindows() && (File.GetUnixFileMode(Path!) & UnixFileMode.GroupRead) != 0;

    private string[]? ReadLines() => TrustedFile.Read(Path!)?.TrimEnd('\n').Split('\n').Select(line => line.TrimEnd('\r')).ToArray();

    private string[] CreateFile()
    {
        var folder = System.IO.Path.GetDirectoryName(Path)!;
        if (OperatingSystem.IsWindows())
            Directory.CreateDirectory(folder);
        else
            Directory.CreateDirectory(folder, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        Write(RandomNumberGenerator.GetHexString(2 * NewSecretBytes, lowercase: true), replaces: false);
        return ReadLines() ?? throw new IOException("it was deleted immediately.");
    }

    // A file that a group can read is shared on purpose, and is not changed.
    private void Rewrite(string secret)
    {
        if (IsShared())
            return;
        try
        {
            Write(secret, replaces: true);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // The volume can't be written; the secret is still valid.
        }
    }

    // Writes a temporary file and moves it: readers see all of it or nothing, and other accounts can never read it.
    private void Write(string secret, bool replaces)
    {
        var temporary = $"{Path}.{Guid.NewGuid():N}";
        var options = new FileStreamOptions { Mode = FileMode.CreateNew, Access = FileAccess.Write };
        if (!OperatingSystem.IsWindows())
            options.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite;
        try
        {
            using (var stream = new FileStream(temporary, options))
            {
                var lines = allowedFolders?.Select(FolderLine).Prepend(secret).Select(line => line + '\n') ?? [secret, "\n"];
                stream.Write(Encoding.UTF8.GetBytes(string.Concat(lines)));
            }

            if (replaces)
                File.Move(temporary, Path!, overwrite: true);
            else
                MoveToNew(temporary, Path!);
        }
        catch (IOException) when (!replaces && File.Exists(Path))
        {
            // Another process created the file first.
        }
        finally
        {
            TryDelete(temporary);
        }
    }

    // On Unix, File.Move checks whether the target exists, and replaces one that is created after the check.
    private static void MoveToNew(string from, string to)
    {
        if (OperatingSystem.IsWindows() || (Link(from, to) != 0 && Marshal.GetLastPInvokeError() != AlreadyExists))
            File.Move(from, to, overwrite: false);
    }

    // A failure must not hide why the file could not be written.
    private static void TryDelete(string file)
    {
        try
        {
            File.Delete(file);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // The file stays; nothing reads it.
        }
    }

    [LibraryImport("libc", EntryPoint = "link", StringMarshalling = StringMarshalling.Utf8, SetLastError = true)]
    private static partial int Link(string from, string to);

    private static string FolderLine(string folder) => FolderPrefix + folder;

    private static bool IsSecret(string line) =>
        line.Length is >= MinSecretBytes and <= MaxSecretBytes && !line.AsSpan().ContainsAnyExceptInRange('!', '~');

    private static string? DefaultFolder()
    {
        var data = Environment.GetFolderPath(Environment.SpecialFolder.LocalApplicationData, Environment.SpecialFolderOption.DoNotVerify);
        return data.Length > 0 ? System.IO.Path.Combine(data, "Bridge") : null;
    }
}
