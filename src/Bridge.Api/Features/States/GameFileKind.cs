using Bridge.Api.Contract.Errors;

namespace Bridge.Api.Features.States;

/// <summary>What the files in a folder are.</summary>
/// <param name="Word">Their word in sentences and paths, like state.</param>
/// <param name="Extension">The end of their names on disk, with its dot.</param>
/// <param name="MaxBytes">Max bytes of one.</param>
/// <param name="Setting">The setting with the folder.</param>
/// <param name="Unknown">The problem if there is none of a name.</param>
/// <param name="TooMany">The problem if a game has the max number.</param>
internal sealed record GameFileKind(
    string Word, string Extension, int MaxBytes, string Setting, ProblemType Unknown, ProblemType TooMany)
{
    /// <summary>Gets the max number of one game.</summary>
    public int Max { get; init; } = 256;
}
