using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Screen;
using Bridge.SocketPool.Commands;

namespace Bridge.Api.Features.Frames;

/// <summary>A step of several emulators, valid as a whole.</summary>
/// <param name="Names">The names of the emulators.</param>
/// <param name="Frames">The frames to run.</param>
/// <param name="Form">The form of the pictures; null: none.</param>
/// <param name="Body">The request.</param>
internal sealed record StepPlan(IReadOnlyList<string> Names, int Frames, PictureForm? Form, StepManyRequest Body)
{
    // Max emulators on a socket thread; more would delay the other clients of that thread.
    private const int MaxInline = 8;

    /// <summary>Gets whether it is quick enough for a socket thread.</summary>
    public bool IsQuick => Names.Count <= MaxInline && Body.States?.Any(state => state is not null) != true;

    /// <summary>Gets whether it runs on a socket thread (docs/inline-scheduling.md).</summary>
    public bool RunsInline { get; init; }

    /// <summary>Returns the buttons of an emulator.</summary>
    /// <exception cref="RequestException">A name is not a button of its platform.</exception>
    public Buttons ButtonsOf(int index, string? platform)
    {
        if (Body.Buttons is not { } all)
            return Buttons.None;
        // A single list is for all emulators.
        var list = all.Count == 1 ? 0 : index;
        return ButtonNames.Parse(all[list]!, $"buttons[{list}]", platform);
    }

    /// <summary>Returns the step of some of the emulators, those of one host.</summary>
    /// <param name="places">Their indexes in <see cref="Names"/>.</param>
    public StepPlan Part(int[] places)
    {
        string[] names = [.. places.Select(place => Names[place])];
        return this with
        {
            Names = names,
            Body = Body with
            {
                Emulators = names,
                Buttons = Body.Buttons is { Count: > 1 } buttons ? [.. places.Select(place => buttons[place])] : Body.Buttons,
                Leases = Body.Leases is { } leases ? [.. places.Select(place => leases[place])] : null,
                States = Body.States is { } states ? [.. places.Select(place => states[place])] : null,
                Sensors = Body.Sensors is { } sensors ? [.. places.Select(place => sensors[place])] : null,
            },
        };
    }

    /// <summary>
    /// Returns whether a failure lies in the request itself, and not in one emulator. Then the whole request fails: places are the same
    /// for all emulators.
    /// </summary>
    public static bool IsFaultOfAll(Exception failure) =>
        failure is RequestException refused && refused.Parameter?.StartsWith("read", StringComparison.Ordinal) == true
            && (refused.Type == ProblemTypes.InvalidParameter || refused.Type == ProblemTypes.InvalidBody
                || refused.Type == ProblemTypes.MissingParameter);
}
