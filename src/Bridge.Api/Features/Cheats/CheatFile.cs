using System.Globalization;
using System.Text;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;
using Bridge.SocketPool.Framing;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.Api.Features.Cheats;

/// <summary>Reads files of cheats: mGBA's (<c>.cheats</c>) and libretro's (<c>.cht</c>).</summary>
internal static class CheatFile
{
    /// <summary>Max bytes of a file.</summary>
    public const int MaxBytes = 256 * 1024;

    private static readonly UTF8Encoding Utf8 = new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);

    /// <summary>Reads a file.</summary>
    /// <param name="file">Its bytes, in UTF-8.</param>
    /// <param name="platform"><c>GBA</c> or <c>GB</c>.</param>
    /// <exception cref="RequestException">It is not one; the sentence names the line.</exception>
    public static IReadOnlyList<FileCheat> Read(ReadOnlySpan<byte> file, string platform)
    {
        var lines = TextOf(file).TrimStart('\uFEFF').Split('\n', StringSplitOptions.TrimEntries);
        var cheats = LibretroFile.IsOne(lines) ? LibretroFile.Read(lines, platform) : MgbaFile.Read(lines);
        return cheats.Count switch
        {
            0 => throw new RequestException(ProblemTypes.InvalidBody, "The body must have cheats; got none.", "body"),
            > WireLimits.Cheats => throw new RequestException(ProblemTypes.InvalidBody,
                $"The body must have at most {WireLimits.Cheats} cheats; got {cheats.Count}.", "body"),
            _ => WithNames(cheats),
        };
    }

    /// <summary>Returns a code of a file as the emulator takes it.</summary>
    /// <exception cref="RequestException">It has no known form.</exception>
    public static string CodeOf(string text, int line) =>
        CheatCode.Normalize(text) ?? throw Refuse(line, $"must be {CheatCode.Accepted}; got \"{Parameters.Shorten(text)}\".");

    /// <summary>Returns the refusal of a line.</summary>
    /// <param name="line">The number of the line, from 1.</param>
    /// <param name="rest">The sentence without the line's name.</param>
    public static RequestException Refuse(int line, string rest) =>
        new(ProblemTypes.InvalidBody, string.Create(CultureInfo.InvariantCulture, $"Line {line} {rest}"), "body");

    private static string TextOf(ReadOnlySpan<byte> file)
    {
        try
        {
            return Utf8.GetString(file);
        }
        catch (DecoderFallbackException)
        {
            throw new RequestException(ProblemTypes.InvalidBody, "The body must be UTF-8.", "body");
        }
    }

    // Names in files may be missing, or occur twice.
    private static List<FileCheat> WithNames(IReadOnlyList<FileCheat> cheats)
    {
        var (named, names) = (new List<FileCheat>(cheats.Count), new HashSet<string>(StringComparer.Ordinal));
        foreach (var (cheat, line, lines) in cheats)
        {
            var wanted = CheatName.Of(cheat.Name) is { Length: > 0 } name
                ? name : string.Create(CultureInfo.InvariantCulture, $"Cheat {named.Count + 1}");
            var free = wanted;
            for (var number = 2; !names.Add(free); number++)
                free = CheatName.Numbered(wanted, number);
            named.Add(new FileCheat(cheat with { Name = free }, line, lines));
        }

        return named;
    }
}
