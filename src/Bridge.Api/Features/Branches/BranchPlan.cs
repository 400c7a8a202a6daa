using Bridge.Api.Features.Screen;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.Api.Features.Branches;

/// <summary>A branch that is valid by itself.</summary>
/// <param name="Index">Its place in the request.</param>
/// <param name="Name">Its name.</param>
/// <param name="Inputs">Its inputs; those of a movie come later.</param>
internal sealed record BranchPlan(int Index, string Name, BranchInputs Inputs)
{
    /// <summary>Gets the name of the movie whose inputs it has; null: none.</summary>
    public string? Movie { get; init; }

    /// <summary>Gets what it waits for after its inputs; null: nothing.</summary>
    public AwaitedConditions? Wait { get; init; }

    /// <summary>Gets the frames that run at the end.</summary>
    public int Settle { get; init; }

    /// <summary>Gets the places that are read at the end; null: none.</summary>
    public IReadOnlyList<BranchPlace>? Places { get; init; }

    /// <summary>Gets the form of the picture at the end; null: there is none.</summary>
    public PictureForm? Form { get; init; }

    /// <summary>Gets whether the picture is a plain PNG.</summary>
    public bool IsPlain { get; init; }

    /// <summary>Gets whether the state at the end is wanted.</summary>
    public bool IsKept { get; init; }

    /// <summary>Gets the max frames that it runs.</summary>
    public long MaxFrames => (long)Inputs.Frames + (Wait?.Frames ?? 0) + Settle;
}

/// <summary>The buttons of a branch.</summary>
/// <param name="Keys">The masks, each with the number of frames before it, which ascends.</param>
/// <param name="Frames">The number of frames.</param>
internal sealed record BranchInputs(IReadOnlyList<(int Frame, int Mask)> Keys, int Frames)
{
    /// <summary>No buttons and no frames.</summary>
    public static readonly BranchInputs None = new([], 0);
}
