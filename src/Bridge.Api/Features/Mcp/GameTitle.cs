using Bridge.Api.Contract.Parsing;
using Bridge.SocketPool;
using Bridge.SocketPool.Model;

namespace Bridge.Api.Features.Mcp;

/// <summary>Names a game for a model.</summary>
internal static class GameTitle
{
    /// <summary>Returns the title in the ROM's header, or the name of its file where it has none; empty without a game.</summary>
    public static string Of(EmulatorClient emulator) => emulator.Status.Facts is { } game
        ? Parameters.Shorten(ForeignText.Clean(string.IsNullOrWhiteSpace(game.Title) ? game.Files.Rom ?? "" : game.Title))
        : "";
}
