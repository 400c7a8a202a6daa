using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;
using Bridge.SocketPool.Framing;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.Api.Features.Cheats;

/// <summary>What requests about cheats accept.</summary>
internal static class CheatRules
{
    /// <summary>The type of codes whose device the emulator finds out.</summary>
    public const string Auto = "auto";

    /// <summary>The accepted names, for sentences.</summary>
    public const string AcceptedName =
        "1 to 64 characters without control characters, / and \\, and must not begin or end with a space, or begin with a .";

    // The emulator limits the bytes of UTF-8, of which a UTF-16 character has at most three.
    private const int MaxName = WireLimits.CheatNameBytes / 3;

    private const string Controls = @"\u0000-\u001F\u007F-\u009F\u2028\u2029/\\";

    /// <summary>Gets the rule for the name of a cheat.</summary>
    public static TextRule Name { get; } = new()
    {
        Pattern = $@"^[^ \u00A0.{Controls}]([^{Controls}]*[^ \u00A0{Controls}])?$", Min = 1, Max = MaxName,
        Schema = "CheatName", Description = "The name of a cheat.",
    };

    private static readonly TextRule Line = new()
    {
        Pattern = CheatCode.Pattern, Min = 7, Max = CheatCode.MaxLength, Schema = "CheatCode", Description = "A line of a cheat.",
    };

    private static readonly ListRule Lines = new(Line, 1, WireLimits.CheatLines);

    /// <summary>Gets the rule for the type of a cheat.</summary>
    public static ChoiceRule Type { get; } =
        new([Auto, "codeBreaker", "gameShark", "gameSharkRaw", "actionReplay", "actionReplayRaw", "vba", "gameGenie"], Auto)
        {
            Schema = "CheatType",
            Description = "The cheat device that codes are for; Raw: they are not encrypted.",
        };

    private static readonly FlagRule Enabled = new("enabled", true);

    /// <summary>Gets the rule for all cheats.</summary>
    public static ObjectRule Cheats { get; } = new(typeof(CheatsRequest), new MemberRule("cheats", new ListRule(
        new ObjectRule(typeof(NewCheat),
            new("name", Name, IsRequired: true), new("lines", Lines, IsRequired: true), new("type", Type), new("enabled", Enabled)),
        0, WireLimits.Cheats), IsRequired: true));

    /// <summary>Gets the rule for one cheat.</summary>
    public static ObjectRule Cheat { get; } = new(typeof(CheatRequest), new("lines", Lines), new("type", Type), new("enabled", Enabled))
    {
        Never =
        [
            """{"not": {"anyOf": [{"required": ["lines"]}, {"required": ["enabled"]}]}}""",
            """{"required": ["type"], "not": {"required": ["lines"]}}""",
        ],
    };

    /// <summary>Returns the cheats of a body.</summary>
    /// <exception cref="RequestException">A member is missing or invalid, or two cheats have one name.</exception>
    public static IReadOnlyList<GameCheat> Read(CheatsRequest body)
    {
        var given = body.Cheats ?? throw Parameters.Missing("cheats", "a list of cheats");
        if (given.Count > WireLimits.Cheats)
            throw TooMany("cheats", $"at most {WireLimits.Cheats} cheats; got {given.Count}");
        var cheats = new List<GameCheat>(given.Count);
        var names = new HashSet<string>(StringComparer.Ordinal);
        for (var i = 0; i < given.Count; i++)
        {
            try
            {
                var cheat = Read(given[i] ?? throw Parameters.Missing("name", AcceptedName));
                cheats.Add(names.Add(cheat.Name) ? cheat : throw Parameters.Refuse("name", cheat.Name, "the name of one cheat only"));
            }
            catch (RequestException refused)
            {
                throw refused.Of($"cheats[{i}]");
            }
        }

        return cheats;
    }

    /// <summary>Returns a name that a cheat can have.</summary>
    /// <exception cref="RequestException">No cheat can have it.</exception>
    public static string CheckName(string name) => CheatName.Fits(name) ? name : throw Parameters.Refuse("name", name, AcceptedName);

    /// <summary>Returns the cheat of a body that has lines.</summary>
    /// <exception cref="RequestException">A member is invalid.</exception>
    public static GameCheat Read(string name, CheatRequest body) => Read(new NewCheat(name, body.Lines, body.Type, body.Enabled));

    private static GameCheat Read(NewCheat body)
    {
        var name = CheckName(body.Name ?? throw Parameters.Missing("name", AcceptedName));
        var lines = body.Lines ?? throw Parameters.Missing("lines", "the codes of the cheat");
        var type = body.Type ?? Auto;
        if (!Type.Accepts(type))
            throw Parameters.Refuse("type", type, Type.Names);
        if (lines.Count is 0 or > WireLimits.CheatLines)
            throw TooMany("lines", $"1 to {WireLimits.CheatLines} codes; got {lines.Count}");
        return new GameCheat(name, Enabled.Of(body.Enabled), type, [.. lines.Select(CheckLine)]);
    }

    private static RequestException TooMany(string name, FormattableString rest) =>
        new(ProblemTypes.InvalidParameter, $"{name} must have {FormattableString.Invariant(rest)}.", name);

    private static string CheckLine(string? line, int index) =>
        CheatCode.Normalize(line ?? "") ?? throw Parameters.Refuse($"lines[{index}]", line ?? "", CheatCode.Accepted);
}
