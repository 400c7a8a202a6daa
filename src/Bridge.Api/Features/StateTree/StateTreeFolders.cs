using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Movies.Model;
using Bridge.Api.Features.States;

namespace Bridge.Api.Features.StateTree;

/// <summary>Stores what the bridge knows of named states, beside them.</summary>
internal sealed class AboutFolder(StateOptions options, TimeProvider time, ILogger<AboutFolder> logger)
    : GameFolder(StateTreeFiles.Kind(".about", 16 * 1024), options.Root, time, logger);

/// <summary>Stores the pictures of named states as PNGs, beside them.</summary>
internal sealed class PictureFolder(StateOptions options, TimeProvider time, ILogger<PictureFolder> logger)
    : GameFolder(StateTreeFiles.Kind(".png", 1024 * 1024), options.Root, time, logger);

/// <summary>Stores the movies from the parents of named states to them, beside them.</summary>
internal sealed class InputFolder(StateOptions options, TimeProvider time, ILogger<InputFolder> logger)
    : GameFolder(StateTreeFiles.Kind(".inputs", MovieLimits.Bytes), options.Root, time, logger);

/// <summary>What the files beside the states are.</summary>
internal static class StateTreeFiles
{
    /// <summary>Returns a kind of file.</summary>
    public static GameFileKind Kind(string extension, int maxBytes) => new(
        "state", extension, maxBytes, "Bridge:StateFolder", ProblemTypes.UnknownState, ProblemTypes.TooManyStates);
}
