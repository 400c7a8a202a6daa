using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Notes;

namespace Bridge.Api.Features.Notebook;

/// <summary>What notebooks accept.</summary>
internal static class NotebookRules
{
    /// <summary>Max notes of a notebook.</summary>
    public const int MaxNotes = 200;

    /// <summary>Max names of a notebook.</summary>
    public const int MaxNames = 200;

    /// <summary>Max bytes of a notebook as JSON.</summary>
    public const int MaxBytes = 256 * 1024;

    private const int MaxText = 600;
    private const int MaxName = 64;
    private const int MaxComment = 200;

    private static readonly string AcceptedText = $"1 to {MaxText} characters of one line, without control characters";
    private static readonly string AcceptedComment = $"1 to {MaxComment} characters of one line, without control characters";

    private static readonly string AcceptedName =
        $"a letter or _, then letters, digits and _ . @ # $, together at most {MaxName} characters";

    private static readonly TextRule Text = new() { Pattern = NoteRules.OneLine, Min = 1, Max = MaxText };
    private static readonly TextRule Comment = new() { Pattern = NoteRules.OneLine, Min = 1, Max = MaxComment };

    /// <summary>Gets the rule for a name, which has the form of a symbol.</summary>
    public static TextRule Name { get; } = new()
    {
        Pattern = @"^[A-Za-z_][A-Za-z0-9_.@#$]*$", Min = 1, Max = MaxName, Schema = "NotebookName",
        Description = "A name for an address, of the form of a symbol.",
    };

    /// <summary>Gets the rule for the id of a note.</summary>
    public static IntegerRule Id { get; } = new("id", 1, int.MaxValue);

    /// <summary>Gets the rule for a note.</summary>
    public static ObjectRule Note { get; } = new(typeof(NewNotebookNote), new MemberRule("text", Text, IsRequired: true));

    /// <summary>Gets the rule for the meaning of a name: an address, its type and a comment.</summary>
    public static ObjectRule Named { get; } = new(typeof(NewName),
        new("address", PointerChain.OffsetRule, IsRequired: true), new("type", MemoryType.Rule), new("comment", Comment));

    /// <summary>Gets the rule for a whole notebook.</summary>
    public static AnyObjectRule File { get; } = new()
    {
        Schema = "NotebookFile",
        Description = "A notebook: notes, a list of objects with text and perhaps id, time and frame; names, an object of names, each "
            + "with address and perhaps type and comment. stored is ignored, so that a response of GET …/notebook is accepted.",
    };

    /// <summary>Returns the text of a note.</summary>
    /// <exception cref="RequestException">It is missing or invalid.</exception>
    public static string CheckText(string? text, string parameter = "text") =>
        NoteRules.IsOneLine(text ?? throw Parameters.Missing(parameter, AcceptedText), Text)
            ? text
            : throw Parameters.Refuse(parameter, text, AcceptedText);

    /// <summary>Returns a name that can stand in an address.</summary>
    /// <exception cref="RequestException">It can't.</exception>
    public static string CheckName(string name, string parameter = "name") =>
        Name.HasLength(name) && SymbolName.Fits(name) ? name : throw Parameters.Refuse(parameter, name, AcceptedName);

    /// <summary>Returns the meaning that a client gives a name.</summary>
    /// <exception cref="RequestException">A member is missing or invalid.</exception>
    public static NamedAddress Read(NewName given)
    {
        if (!Parameters.TryNumber(given.Address ?? throw Parameters.Missing("address", "a number like 0x02000020"), out var address))
            throw Parameters.Refuse("address", given.Address, "a number like 0x02000020, $02000020 or 33554464, up to 0xFFFFFFFF");
        var type = given.Type is { } name ? MemoryType.Parse(name).Name : null;
        if (given.Comment is { } comment && !NoteRules.IsOneLine(comment, Comment))
            throw Parameters.Refuse("comment", comment, AcceptedComment);
        return new NamedAddress(Parameters.Hex(address), type, given.Comment);
    }
}
