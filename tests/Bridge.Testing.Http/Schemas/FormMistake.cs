using System.Text.Json.Nodes;
using System.Text.RegularExpressions;

namespace Bridge.Testing.Http.Schemas;

/// <summary>A refusal of a request for its form, whatever the state of the game.</summary>
/// <param name="Detail">The sentence.</param>
/// <param name="IsExpressible">Whether OpenAPI can express the rule that the request broke.</param>
public sealed record FormMistake(string Detail, bool IsExpressible)
{
    private static readonly string[] Anchors =
        ["invalid-parameter", "missing-parameter", "unknown-parameter", "invalid-body", "unknown-button", "unknown-symbol",
            "wrong-ticket"];

    // The rules that OpenAPI can't express, by the sentence of their refusal. The descriptions of the operations have them.
    private static readonly (string Operations, string Sentence)[] NotExpressible =
    [
        // The symbols of the game.
        (".*", "address must be a symbol of this game"),
        // About two parameters, about a parameter and the body, or about a search that was made before.
        ("GetCoverage", "^exceptFrom and exceptTo require each other"),
        ("ReadMemory|WriteMemory|ListSymbols|ReadStructure", "^domain must be left out for a (chain of pointers|symbol)"),
        ("ReleaseGame", "^force can't be combined with lease"),
        ("StreamEvents", "^watches requires the topic watch"),
        ("SearchMemory", "^value must be .* for "),
        ("WriteMovie", "^to must be .* or more, as from"),
        // The length of a movie.
        ("PlayMovie", @"^to must be 1 to \d+; got"),
        // A sum over the elements of a list, or a comparison of two of them.
        ("PlaySequence|Act|RunBatch|RunBranches", "a sequence (has )?at most 36000"),
        ("PlaySequence|Act|RunBatch|RunBranches", "a sequence can't press a button that is down"),
        ("RunBatch|Act|StepGame|StepEmulators|ReadMemoryPlaces", "at most (one|1) screen|at most 262,?144 bytes|at most 16,?384 bytes"),
        ("Act", "^With eachStep.*, there must be at most"),
        // Names of other elements, sums over them, and a setting.
        ("RunBranches", "^keep must be the name of one of the branches|name must differ from those of other branches"),
        ("RunBranches", "must (run|read) at most"),
        // The syntax of RetroAchievements, and the memory that its addresses reach.
        ("RunBranches|Act|WaitForFrames|PlaySequence|SetWatch", "achievement must have"),
        ("RunBranches|Act|WaitForFrames|PlaySequence", "timeoutFrames must be at most .*, the frames of the whole wait"),
        ("RunBranches", @"^spread must be 1 to \d+ \(Bridge:Branches:Processes\)"),
        ("GetTiles", "^first must be 0 to 1535 for tiles of 256 colors"),
        // What an emulator without a history needs.
        ("MakeClip", "^seconds is required: .*, because this emulator has no history"),
        // A product of the pictures' number and size.
        ("StepEmulators|RunBranches", "screen.scale must be so small that all pictures have at most 16,777,216 bytes"),
        // A list of the length of another one.
        ("StepEmulators", "^(buttons|leases|states) must have one (list|entry) for each"),
        // The scripted emulator of some tests has no working RAM.
        ("SearchMemory", "^address is required: an address, because mGBA shows no working RAM here"),
        // The secret of a ticket.
        ("GetScreen|StreamScreen|StreamEvents|StreamAudio|GetClipFile|GetClipSubtitles", "^The ticket in the query does not open this"),
        // A parameter of a bridge in a fleet.
        ("ListEmulators", "^host must be left out, because this bridge belongs to no fleet"),
        // A body of bytes that is not the text of a state or a list.
        ("CoreLoadStateBuffer", "^The body must be a list of bytes"),
        ("ImportWatches", "^The body must be a RAM Watch list"),
        ("StoreSymbols", "^The body must be a file of symbols"),
        ("ImportCheats", @"^The body must (be a file of cheats|have cheats|be UTF-8)|^Line \d+ must be"),
        // The codes of the console, those of two lines, and names of other elements.
        ("SetCheats|SetCheat", @"must be (a (\w+ )?code of the|of another type|the rest of the code|followed by the)"),
        ("SetCheats|SetCheat", "must write less|has a width that|needs the button|beyond the end of the ROM|which is no ROM"),
        ("SetCheats", "name must be the name of one cheat only"),
        // What one kind of door needs.
        ("OpenDoor", "^access must be write"),
        // The members of a file.
        ("StoreTypes|ImportNotebook", "."),
    ];

    /// <summary>Returns the mistake that a response names; null if it names none.</summary>
    public static async Task<FormMistake?> OfAsync(ApiOperation operation, HttpResponseMessage response)
    {
        // A wrong ticket is 403.
        if ((int)response.StatusCode is not (400 or 403))
            return null;
        var problem = JsonNode.Parse(await response.Content.ReadAsStringAsync())!;
        if (!Anchors.Contains(problem["type"]!.GetValue<string>().Split('#')[^1]))
            return null;
        var detail = problem["detail"]!.GetValue<string>();
        return new FormMistake(detail, !NotExpressible.Any(known =>
            Regex.IsMatch(operation.Name, $"^({known.Operations})$") && Regex.IsMatch(detail, known.Sentence)));
    }
}
