using static MgbaBridge.BranchesJson;

namespace MgbaBridge;

public sealed partial class Emulator
{
    /// <summary>
    /// Runs up to 256 branches from one moment, in processes of their own. The game goes on and is unchanged, unless
    /// <see cref="BranchesOptions.Keep"/> names the branch whose end it gets. Only the bundled emulator can.
    /// </summary>
    /// <param name="branches">The branches.</param>
    /// <param name="options">Where they begin, and what becomes of them; null: they begin now.</param>
    /// <param name="cancellationToken">Cancels them.</param>
    /// <exception cref="ProblemException">
    /// Among others 501 <c>unsupported</c>: there is no history; and 409 <c>conflict</c>: it lacks the frame.
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
