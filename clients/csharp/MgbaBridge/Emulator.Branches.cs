using static MgbaBridge.BranchesJson;

namespace MgbaBridge;

public sealed partial class Emulator
{
    /// <summary>
    /// Runs up to 256 branches from one moment, in processes of their own. The game runs on unchanged, unless
    /// <see cref="BranchesOptions.Keep"/> names a branch: then the game gets the state at its end. Only the bundled emulator can.
    /// </summary>
    /// <param name="branches">The branches.</param>
    /// <param name="options">Where the branches begin, and which one to keep; null: they begin now, and none is kept.</param>
    /// <param name="cancellationToken">Cancels them.</param>
    /// <exception cref="ProblemException">
    /// For example 501 <c>unsupported</c>: there is no history; and 409 <c>conflict</c>: the history lacks the frame.
    /// </exception>
    public async Task<IReadOnlyList<BranchEnd>> BranchesAsync(
        IReadOnlyList<Branch> branches, BranchesOptions? options = null, CancellationToken cancellationToken = default)
    {
        var body = new BranchesBodyJson(
            branches, options?.State, options?.FromFrame, options?.Keep, options?.Spread, options?.Lease);
        var call = Call.Of(HttpMethod.Post, $"{_path}/branches", body, Default.BranchesBodyJson, options?.Keep is null);
        var done = await Transport.SendAsync(call, Default.BranchesDoneJson, cancellationToken).ConfigureAwait(false);
        return [.. done.Branches.Select(each => each.End)];
    }
}
