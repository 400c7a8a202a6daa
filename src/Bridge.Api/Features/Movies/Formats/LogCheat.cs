using Bridge.Api.Features.Movies.Model;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.Api.Features.Movies.Formats;

/// <summary>A cheat as a movie's log has it.</summary>
internal sealed record LogCheat(
    string? Name = null, bool? Enabled = null, string? Type = null, IReadOnlyList<string?>? Lines = null)
{
    /// <summary>Converts a cheat.</summary>
    public static LogCheat Of(GameCheat cheat) => new(cheat.Name, cheat.IsOn, cheat.Type, cheat.Lines);

    /// <summary>Converts cheats back.</summary>
    /// <exception cref="MovieFormatException">A member is missing.</exception>
    public static IReadOnlyList<GameCheat> ToCheats(IReadOnlyList<LogCheat?> cheats) => [.. cheats.Select(cheat => new GameCheat(
        cheat?.Name ?? throw Lacks("name"), cheat.Enabled ?? throw Lacks("enabled"), cheat.Type ?? throw Lacks("type"),
        [.. (cheat.Lines ?? throw Lacks("lines")).Select(line => line ?? throw Lacks("lines"))]))];

    private static MovieFormatException Lacks(string member) => new($"{member} of a cheat is required.");
}
