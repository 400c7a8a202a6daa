using System.CommandLine;
using System.Globalization;
using Bridge.Api.Composition.Configuration;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Features.Movies.Formats;
using Bridge.Api.Features.Movies.Model;
using Bridge.Api.Features.OnDemand;
using Bridge.Api.Features.Verifying;
using Bridge.SocketPool;

namespace Bridge.Api.Composition.CommandLine;

/// <summary><c>bridge verify FILE --rom FILE</c>: plays a movie without a bridge, and says whether the hashes are equal.</summary>
internal static class VerifyCommand
{
    public static Command Create()
    {
        var file = new Argument<string>("FILE") { Description = "A movie, as GET /emulators/{emulator}/movies/{name} returns it." };
        var rom = new Option<string>("--rom") { Description = "The movie's ROM.", HelpName = "FILE", Required = true };
        var bios = new Option<string>("--bios") { Description = "The BIOS that it was made with; by default none.", HelpName = "FILE" };
        var command = new Command(
            "verify", "Plays a movie and compares all hashes (Linux). Exit code 0 if they are equal, else 1.") { file, rom, bios };
        var settings = new SettingOptions(command);
        command.SetAction((parsed, cancellation) => RunAsync(
            parsed.GetRequiredValue(file), parsed.GetRequiredValue(rom), parsed.GetValue(bios), settings.Read(parsed), cancellation));
        return command;
    }

    private static async Task<int> RunAsync(
        string file, string rom, string? bios, string[] settings, CancellationToken cancellationToken)
    {
        var options = new BridgeOptions();
        SettingBinding.Bind(ProgramSettings.CreateBuilder(settings).Configuration, options);
        var (romPath, biosPath) = (FileOf(rom, "--rom"), bios is null ? null : FileOf(bios, "--bios"));
        var bytes = ReadMovie(file);
        var directory = new DirectoryOptions(new Dictionary<string, EmulatorOptions>(), KeyFolder: null, Folders: [], DiscoveryPorts: []);
        var run = new MovieRun(new MovieProcesses(new HostProgram(options.OnDemand, options.History, directory)), TimeProvider.System);
        try
        {
            var movie = MovieFile.ReadOwn(bytes);
            if (CompareRom(romPath, movie.Header.Crc32) == RomMatch.No)
                throw new MovieFormatException($"The movie is of a ROM with the CRC-32 {movie.Header.Crc32}; {rom} has another.");
            var verdict = await run.RunAsync(movie, romPath, biosPath, options.Movies.VerifyTime, cancellationToken);
            await Console.Out.WriteLineAsync(SentenceOf(verdict));
            return verdict.Equal ? ExitCodes.Success : ExitCodes.Failure;
        }
        catch (MovieFormatException exception)
        {
            return await FailAsync(exception.Message);
        }
        catch (RequestException exception)
        {
            return exception.Type == ProblemTypes.Conflict || exception.Type == ProblemTypes.TimedOut
                ? await FailAsync(exception.Message)
                : throw new StartException(exception.Message, exception);
        }
    }

    private static async Task<int> FailAsync(string sentence)
    {
        await Console.Error.WriteLineAsync(sentence);
        return ExitCodes.Failure;
    }

    private static string FileOf(string path, string name) => File.Exists(path)
        ? Path.GetFullPath(path)
        : throw new StartException($"{name} must be a file; got \"{path}\".");

    private static byte[] ReadMovie(string path)
    {
        if (new FileInfo(FileOf(path, "FILE")).Length > MovieLimits.Bytes)
            throw new StartException($"FILE must have at most {MovieLimits.Bytes} bytes; \"{path}\" has more.");
        try
        {
            return File.ReadAllBytes(path);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new StartException($"FILE can't be read: {exception.Message}", exception);
        }
    }

    private static RomMatch CompareRom(string path, string crc32)
    {
        try
        {
            return RomChecksum.Compare(path, crc32);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new StartException($"--rom can't be read: {exception.Message}", exception);
        }
    }

    private static string SentenceOf(HostVerdict verdict) => verdict switch
    {
        { Equal: true, Checked: 0 } => string.Create(CultureInfo.InvariantCulture,
            $"The movie has no hashes to compare; {verdict.Frames} frames ran."),
        { Equal: true } => string.Create(CultureInfo.InvariantCulture, $"Equal: {verdict.Frames} frames, {verdict.Checked} hashes."),
        _ => string.Create(CultureInfo.InvariantCulture,
            $"Differs: after frame {verdict.After}, at or before frame {verdict.Before}, in {string.Join(", ", verdict.Regions ?? [])}."),
    };
}
