using System.Text;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.TypedCommands;

/// <summary>A cheat of the bundled emulator: codes with a name.</summary>
/// <param name="Name">1 to <see cref="Framing.WireLimits.CheatNameBytes"/> bytes of UTF-8 without control characters.</param>
/// <param name="IsOn">Whether its codes act.</param>
/// <param name="Type">
/// <c>auto</c>, <c>codeBreaker</c>, <c>gameShark</c>, <c>gameSharkRaw</c>, <c>actionReplay</c>, <c>actionReplayRaw</c>, <c>vba</c> or
/// <c>gameGenie</c>.
/// </param>
/// <param name="Lines">Its codes, each as it is written, like <c>82000300 0063</c>.</param>
public sealed record GameCheat(string Name, bool IsOn, string Type, IReadOnlyList<string> Lines)
{
    /// <summary>Returns cheats as the script and movies have them: for each its sign, type and name, then its codes.</summary>
    internal static string Write(IEnumerable<GameCheat> cheats)
    {
        var text = new StringBuilder();
        foreach (var cheat in cheats)
        {
            text.Append(cheat.IsOn ? '+' : '-').Append(' ').Append(cheat.Type).Append(' ').Append(cheat.Name).Append('\n');
            foreach (var line in cheat.Lines)
                text.Append(line).Append('\n');
        }

        return text.ToString();
    }

    /// <summary>Parses such a text.</summary>
    /// <exception cref="EmulatorException">It has another form: <see cref="EmulatorFailure.ProtocolError"/>.</exception>
    internal static IReadOnlyList<GameCheat> Read(string text)
    {
        var cheats = new List<GameCheat>();
        List<string>? lines = null;
        foreach (var line in text.Split('\n')[..^1])
        {
            if (line is [('+' or '-') and var sign, ' ', .. var head] && head.Split(' ', 2) is [var type, var name])
                cheats.Add(new GameCheat(name, sign == '+', type, lines = []));
            else
                (lines ?? throw Malformed()).Add(line);
        }

        return text is "" or [.., '\n'] ? cheats : throw Malformed();
    }

    private static EmulatorException Malformed() =>
        new(EmulatorFailure.ProtocolError, "The script describes cheats in another form.");
}
