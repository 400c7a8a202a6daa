using Bridge.Api.Contract.Parsing;

namespace Bridge.Api.Features.Screen;

/// <summary>What the member <c>screen</c> of a body accepts.</summary>
internal static class ScreenRules
{
    /// <summary>Gets the rule for the width of a picture.</summary>
    public static IntegerRule Width { get; } = new("width", 1, PictureForm.MaxSide);

    /// <summary>Gets the rule for the height of a picture.</summary>
    public static IntegerRule Height { get; } = new("height", 1, PictureForm.MaxSide);

    /// <summary>Gets the rule for the format of a picture.</summary>
    public static ChoiceRule Format { get; } = new(["png", "raw"], "png")
    {
        Schema = "PictureFormat",
        Description = "A PNG, or the bytes of the pixels line by line.",
    };

    /// <summary>Gets the rule for a picture.</summary>
    public static ObjectRule Picture { get; } = new(typeof(ScreenRequest),
        new("scale", ScreenEndpoints.Scale), new("width", Width), new("height", Height), new("gray", new FlagRule("gray")),
        new("format", Format))
    {
        Never =
        [
            """{"required": ["scale", "width"]}""", """{"required": ["scale", "height"]}""",
            """{"required": ["width"], "not": {"required": ["height"]}}""",
            """{"required": ["height"], "not": {"required": ["width"]}}""",
        ],
    };
}
