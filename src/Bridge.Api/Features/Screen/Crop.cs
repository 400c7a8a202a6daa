using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;

namespace Bridge.Api.Features.Screen;

/// <summary>A part of the picture, in pixels of the game.</summary>
internal sealed record Crop(int? X = null, int? Y = null, int? Width = null, int? Height = null)
{
    // The largest picture: that of a Super Game Boy.
    private const int MaxWidth = 256, MaxHeight = 224;

    private static readonly IntegerRule XRule = new("x", 0, MaxWidth - 1), YRule = new("y", 0, MaxHeight - 1),
        WidthRule = new("width", 1, MaxWidth), HeightRule = new("height", 1, MaxHeight);

    /// <summary>Gets the rule for it.</summary>
    public static ObjectRule Rule { get; } = new(typeof(Crop),
        new MemberRule("x", XRule, IsRequired: true), new MemberRule("y", YRule, IsRequired: true),
        new MemberRule("width", WidthRule, IsRequired: true), new MemberRule("height", HeightRule, IsRequired: true));

    /// <summary>Returns the part.</summary>
    /// <exception cref="RequestException">A member is missing or out of range; the exception names it.</exception>
    public Area Read()
    {
        try
        {
            return new Area(
                XRule.Check(X ?? throw Parameters.Missing("x", "0 to 255")),
                YRule.Check(Y ?? throw Parameters.Missing("y", "0 to 223")),
                WidthRule.Check(Width ?? throw Parameters.Missing("width", "1 to 256")),
                HeightRule.Check(Height ?? throw Parameters.Missing("height", "1 to 224")));
        }
        catch (RequestException refused)
        {
            throw refused.Of("crop");
        }
    }
}
