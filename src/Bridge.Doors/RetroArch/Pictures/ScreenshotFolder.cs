using System.Globalization;

namespace Bridge.Doors.RetroArch.Pictures;

/// <summary>Stores pictures in a folder: all of a file or nothing, and never in place of another one.</summary>
internal sealed class ScreenshotFolder(string path)
{
    /// <summary>Max files of one name, with their numbers.</summary>
    public const int MaxNumber = 99;

    // The doors of all emulators share the folder, and a move looks for the target before it.
    private static readonly Lock Moving = new();

    /// <summary>Stores a picture, and returns the name of its file.</summary>
    /// <param name="name">The name without its ending, to which a number is added if there is one already.</param>
    /// <param name="png">The picture.</param>
    /// <param name="cancellationToken">Cancels it; then there is no file.</param>
    /// <exception cref="IOException">The file can't be written.</exception>
    /// <exception cref="UnauthorizedAccessException">The account may not write to the folder.</exception>
    public async Task<string> StoreAsync(string name, ReadOnlyMemory<byte> png, CancellationToken cancellationToken)
    {
        var temporary = Path.Combine(path, $".{Guid.NewGuid():N}.tmp");
        try
        {
            await using (var file = Create(temporary))
                await file.WriteAsync(png, cancellationToken).ConfigureAwait(false);
            return Move(temporary, name);
        }
        catch
        {
            if (File.Exists(temporary))
                File.Delete(temporary);
            throw;
        }
    }

    private string Move(string temporary, string name)
    {
        lock (Moving)
        {
            for (var number = 1; number <= MaxNumber; number++)
            {
                var file = string.Create(CultureInfo.InvariantCulture, $"{name}{(number == 1 ? "" : $"-{number}")}.png");
                var target = Path.Combine(path, file);
                if (Path.Exists(target))
                    continue;
                File.Move(temporary, target, overwrite: false);
                return file;
            }
        }

        throw new IOException($"There are {MaxNumber} files of the name {name} already.");
    }

    // For this account alone, as all files of the bridge.
    private static FileStream Create(string file)
    {
        var options = new FileStreamOptions { Mode = FileMode.CreateNew, Access = FileAccess.Write };
        if (!OperatingSystem.IsWindows())
            options.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite;
        return new FileStream(file, options);
    }
}
