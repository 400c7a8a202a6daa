namespace Bridge.SocketPool.Model;

/// <summary>Holds the files of the running game; null for what the script doesn't know.</summary>
/// <param name="Rom">The name of the ROM's file, without its folder.</param>
/// <param name="Save">The path of the save file on mGBA's machine.</param>
/// <param name="IsSaveWritable">Whether mGBA can write the save file.</param>
/// <param name="SaveProblem">A sentence that says why it can't.</param>
/// <param name="Patch">The name of the soft patch's file, without its folder.</param>
/// <param name="PatchProblem">A sentence that says why mGBA could not apply the patch.</param>
public sealed record GameFiles(string? Rom, string? Save, bool? IsSaveWritable, string? SaveProblem, string? Patch, string? PatchProblem)
{
    /// <summary>Gets the value for a game whose files are unknown.</summary>
    public static GameFiles Unknown { get; } = new(null, null, null, null, null, null);
}
