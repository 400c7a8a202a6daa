using System.Globalization;

namespace Bridge.Doors.RetroArch.Pictures;

/// <summary>Stores pictures in a folder. A file appears only when it is complete, and replaces none.</summary>
internal sealed class ScreenshotFolder(string path)
{
    /// <summary>Max files of one name: NAME.png, NAME-2.png … NAME-99.png.</summary>
    public const int MaxNumber = 99;

    // All emulators store in the same folder, and on Unix File.Move first looks for the target and then renames.
    private static readonly Lock Moving = new();

    /// <summary>Stores a picture, and returns the name of its file.</summary>
    /// <param name="name">The name without its ending. If that file exists, a number is added.</param>
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
