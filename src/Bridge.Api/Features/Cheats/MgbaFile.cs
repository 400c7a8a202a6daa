using Bridge.SocketPool.TypedCommands;

namespace Bridge.Api.Features.Cheats;

/// <summary>
/// Reads files of mGBA: <c># NAME</c> begins a cheat and its codes follow, a line each. <c>!disabled</c> before a name switches it off, and
/// <c>!GSAv1</c>, <c>!GSAv1 raw</c>, <c>!PARv3</c> and <c>!PARv3 raw</c> tell the device of it and those after it, up to <c>!reset</c>.
/// </summary>
internal static class MgbaFile
{
    // Characters of a code of two times eight digits, as CheatCode.Normalize writes it.
    private const int LongCode = 17;

    /// <summary>Reads the lines of a file.</summary>
    /// <exception cref="Contract.Errors.RequestException">A line is wrong.</exception>
    public static IReadOnlyList<FileCheat> Read(string[] lines)
    {
        var cheats = new List<FileCheat>();
        // What the directives say of the next cheats. isOn is for the next one only.
        var (device, isOn) = (CheatRules.Auto, true);
        Draft? draft = null;
        for (var i = 0; i < lines.Length; i++)
        {
            switch (lines[i])
            {
                case "":
                    break;
                case ['!', .. var directive]:
                    (device, isOn) = Apply(directive.Trim(), device, isOn, i + 1);
                    break;
                case ['#', .. var name]:
                    draft?.AddTo(cheats);
                    (draft, isOn) = (new Draft(name.Trim(), isOn, device, i + 1), true);
                    break;
                case var code:
                    // Codes before the first name make a cheat without a name.
                    if (draft is null)
                        (draft, isOn) = (new Draft("", isOn, device, i + 1), true);
                    draft.Codes.Add(CheatFile.CodeOf(code, i + 1));
                    draft.Lines.Add(i + 1);
                    break;
            }
        }

        draft?.AddTo(cheats);
        return cheats;
    }

    private static (string Device, bool IsOn) Apply(string directive, string device, bool isOn, int line) =>
        directive.ToUpperInvariant() switch
        {
            "DISABLED" => (device, false),
            "RESET" => (CheatRules.Auto, isOn),
            "GSAV1" => ("gameShark", isOn),
            "GSAV1 RAW" => ("gameSharkRaw", isOn),
            "PARV3" => ("actionReplay", isOn),
            "PARV3 RAW" => ("actionReplayRaw", isOn),
            _ => throw CheatFile.Refuse(line,
                "must be !disabled, !reset, !GSAv1, !GSAv1 raw, !PARv3, !PARv3 raw, # and a name, or a code."),
        };

    // A cheat whose lines are still being read.
    private sealed record Draft(string Name, bool IsOn, string Device, int Line)
    {
        public List<string> Codes { get; } = [];

        public List<int> Lines { get; } = [];

        public void AddTo(List<FileCheat> cheats)
        {
            // mGBA writes cheats without codes, which do nothing.
            if (Codes.Count == 0)
                return;
            // The directives of devices are about codes of two times eight digits only.
            var type = Codes.All(code => code.Length == LongCode && code[8] == ' ') ? Device : CheatRules.Auto;
            cheats.Add(new FileCheat(new GameCheat(Name, IsOn, type, Codes), Line, Lines));
        }
    }
}
