using System.Globalization;
using System.Text.RegularExpressions;
using Bridge.Api.Contract.Errors;
using Bridge.SocketPool;
using Bridge.SocketPool.Model;

namespace Bridge.Api.Features.Cheats;

/// <summary>
/// Converts the emulator's refusals of cheats, which begin with a place like <c>cheats[0].lines[2]</c>, to those of a request.
/// </summary>
internal static partial class CheatFault
{
    /// <summary>Awaits a command that sends cheats, and converts its refusal.</summary>
    /// <param name="sending">The command.</param>
    /// <param name="convert">
    /// Converts a refusal that names a cheat; it gets the refusal, the index of the cheat, and the index of its line (null: no line).
    /// </param>
    /// <exception cref="RequestException">The emulator refuses one of them; nothing has changed.</exception>
    public static async Task SendAsync(Task sending, Func<RequestException, int, int?, RequestException> convert)
    {
        try
        {
            await sending;
        }
        catch (EmulatorException exception) when (exception.Failure == EmulatorFailure.BadRequest)
        {
            throw Convert(exception, convert);
        }
    }

    /// <summary>Leaves a refusal of a list of cheats as it is.</summary>
    public static RequestException OfList(RequestException refused, int cheat, int? line) => refused;

    /// <summary>Names the line of the only cheat as <c>lines[2]</c> instead of <c>cheats[0].lines[2]</c>.</summary>
    public static RequestException OfOne(RequestException refused, int cheat, int? line) => line is { } index
        ? refused.As(string.Create(CultureInfo.InvariantCulture, $"lines[{index}]"))
        : new RequestException(refused.Type, $"The cheat{refused.Message[refused.Parameter!.Length..]}", "lines");

    /// <summary>Returns a function that names the line of the file that the cheats came from.</summary>
    public static Func<RequestException, int, int?, RequestException> OfFile(IReadOnlyList<FileCheat> cheats) => (refused, cheat, line) =>
    {
        if (cheat >= cheats.Count)
            return refused;
        var number = line is { } index && index < cheats[cheat].Lines.Count ? cheats[cheat].Lines[index] : cheats[cheat].Line;
        return CheatFile.Refuse(number, refused.Message[(refused.Parameter!.Length + 1)..]);
    };

    private static RequestException Convert(EmulatorException exception, Func<RequestException, int, int?, RequestException> convert)
    {
        var refused = new RequestException(ProblemTypes.InvalidParameter, exception.Message, exception.Parameter);
        return exception.Parameter is { } parameter && Place().Match(parameter) is { Success: true } place
            ? convert(refused, Number(place.Groups[1].Value), place.Groups[2].Success ? Number(place.Groups[2].Value) : null)
            : refused;
    }

    private static int Number(string digits) => int.Parse(digits, CultureInfo.InvariantCulture);

    [GeneratedRegex(@"\Acheats\[([0-9]{1,5})\](?:\.lines\[([0-9]{1,5})\])?\z")]
    private static partial Regex Place();
}
