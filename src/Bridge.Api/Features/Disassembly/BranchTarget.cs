using Bridge.Api.Contract.Parsing;

namespace Bridge.Api.Features.Disassembly;

/// <summary>Finds where a branch goes.</summary>
internal static class BranchTarget
{
    private static readonly string[] OfGameBoy = ["call", "jp", "jr", "rst"];

    /// <summary>
    /// Returns the address in the text of a branch, as mGBA writes it: <c>bne 0x08000154</c>, <c>jr nz, $0150</c>. Null: another
    /// instruction, or one whose target is in a register.
    /// </summary>
    public static uint? Of(ReadOnlySpan<char> text)
    {
        var space = text.IndexOf(' ');
        if (space < 0)
            return null;
        var name = text[..space];
        var last = text[(text.LastIndexOf(' ') + 1)..];
        // A branch on a GBA has one operand; other instructions that begin with b, like bic, have more.
        var isBranch = last switch
        {
            ['0', 'x', ..] => name is ['b', ..] && space == text.LastIndexOf(' '),
            ['$', ..] => OfGameBoy.AsSpan().Contains(name.ToString()),
            _ => false,
        };
        return isBranch && Parameters.TryNumber(last, out var address) ? address : null;
    }
}
