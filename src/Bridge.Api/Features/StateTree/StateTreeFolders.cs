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

/// <summary>Stores for each named state the movie from its parent to it, beside the state.</summary>
internal sealed class InputFolder(StateOptions options, TimeProvider time, ILogger<InputFolder> logger)
    : GameFolder(StateTreeFiles.Kind(".inputs", MovieLimits.Bytes), options.Root, time, logger);

/// <summary>The kinds of files beside the states.</summary>
internal static class StateTreeFiles
{
    /// <summary>Returns the kind of the files with an extension.</summary>
    public static GameFileKind Kind(string extension, int maxBytes) => new(
        "state", extension, maxBytes, "Bridge:StateFolder", ProblemTypes.UnknownState, ProblemTypes.TooManyStates);
}
