using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Features.Frames;
using Bridge.Api.Features.Input;
using Bridge.Api.Features.Roms;
using Bridge.Api.Features.Screen;
using Bridge.SocketPool;
using ModelContextProtocol.Protocol;

namespace Bridge.Api.Features.Mcp;

/// <summary>Restarts the game, or loads another one.</summary>
internal sealed class LoadGameTool(ToolParts parts, RomFolder roms, RomLoader loader, ModelTurns turns, Situations situations)
    : GameTool<LoadGameArguments>(parts, Name, Scope.Admin, McpJson.Context.LoadGameArguments)
{
    public const string Name = "game_load";

    // Most games show nothing in their first frames, and then fade something in.
    private const int FramesUntilPicture = 60;
    private const int FramesUntilCalm = 240;

    // For a frozen game, which plays frames at once. A picture that is still for so long is a title, which waits for the player; logos
    // pass by themselves before.
    private const int FramesOfTitle = 180, FramesUntilTitle = 1800;

    protected override async Task<CallToolResult> RunAsync(McpTarget target, LoadGameArguments given, CancellationToken cancellationToken)
    {
        var emulator = target.Emulator;
        target.Demand(given.Frozen ? Scope.Input : Scope.None);
        var frame = await StartAsync(emulator, given.Rom, cancellationToken);
        try
        {
            return await ShowAsync(target, given, frame, cancellationToken);
        }
        catch (Exception failed) when (failed is EmulatorException or RequestException)
        {
            throw ToolFailure.AfterChange(failed);
        }
    }

    // Freezes the game if that is asked, waits until it shows something, and describes it.
    private async Task<CallToolResult> ShowAsync(
        McpTarget target, LoadGameArguments given, long frame, CancellationToken cancellationToken)
    {
        var emulator = target.Emulator;
        if (given.Frozen)
            await turns.FreezeAsync(emulator, ModelTurns.FreezeSeconds, cancellationToken);
        var freezeEnded = await turns.FreezeAgainAsync(target, cancellationToken);
        Picture? picture = null;
        var scale = Snapshot.ScaleOf(asked: null, emulator);
        if (given.Look)
        {
            using var turn = await turns.PlayAsync(
                target, new ActRequest(
                    Steps: [new SequenceStep(Wait: FramesUntilPicture)], Screen: ScreenRequest.Plain, Scale: scale),
                emulator.State == EmulatorState.Held
                    ? new CalmWait(FramesUntilTitle, Frames: FramesOfTitle) : new CalmWait(FramesUntilCalm),
                cancellationToken);
            (picture, frame) = (turn.Look(), turn.Frame);
        }

        var (seen, png) = await situations.DescribeAsync(
            emulator, new GameLoaded(GameTitle.Of(emulator), emulator.Status.Facts?.Platform ?? "", frame), (frame, frame), freezeEnded,
            picture is null ? null : (picture, scale), isAlwaysSent: true, cancellationToken);
        return ToolResult.WithPicture(png, seen, McpJson.Context.GameLoaded);
    }

    private async Task<long> StartAsync(EmulatorClient emulator, string? rom, CancellationToken cancellationToken)
    {
        if (rom is null)
            return await emulator.ResetAsync(cancellationToken);
        RomFolder.CheckName(rom, "rom");
        try
        {
            var name = NameMatch.Find(roms.Names(), rom, ProblemTypes.UnknownRom, "rom");
            return (await loader.LoadAsync(emulator, new RomChoice(name), cancellationToken)).Frame;
        }
        catch (RequestException refused) when (refused.Parameter == "name")
        {
            throw refused.As("rom");
        }
    }
}
