using Bridge.SocketPool.TypedCommands;

namespace Bridge.Api.Features.Cheats;

/// <summary>A cheat of a file.</summary>
/// <param name="Cheat">The cheat.</param>
/// <param name="Line">The number of the line in the file that begins it, from 1.</param>
/// <param name="Lines">The number of the line in the file for each of its codes.</param>
internal sealed record FileCheat(GameCheat Cheat, int Line, IReadOnlyList<int> Lines);
