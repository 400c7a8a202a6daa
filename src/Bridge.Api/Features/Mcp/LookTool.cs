using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Memory;
using Bridge.Api.Features.Screen;
using Bridge.Api.Features.Symbols;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;
using ModelContextProtocol.Protocol;

namespace Bridge.Api.Features.Mcp;

/// <summary>Returns the screen, the state of the game and values in memory.</summary>
internal sealed class LookTool(ToolParts parts, SymbolStores symbols, Situations situations)
    : GameTool<LookArguments>(parts, Name, Scope.Read, McpJson.Context.LookArguments)
{
    public const string Name = "game_look";

    private const int MaxPlaces = 16;

    protected override async Task<CallToolResult> RunAsync(McpTarget target, LookArguments given, CancellationToken cancellationToken)
    {
        var emulator = target.Emulator;
        var form = LookForm.Read(given, emulator);
        var (batch, places) = (new EmulatorBatch(), new List<MemoryPlace>());
        var ofGame = await symbols.Of(emulator).ReadyAsync();
        ReadLimits.Check(given.Read, "read", MaxPlaces);
        if (given.Read is { } asked)
            BodyList.Read(asked, "read", place => places.Add(MemoryPlace.Add(batch, place, ofGame)));
        // Sent together, so that all of them nearly always run in the same frame.
        var looking = given.Screen ? emulator.LookAsync(cancellationToken) : null;
        var reading = places.Count > 0
            ? BatchErrors.TranslateAsync(emulator.RunBatchAsync(batch, cancellationToken), index => $"read[{index}]")
            : null;
        var describing = form.HasText ? VideoText.ReadAsync(emulator, form.HasSprites, form.Background, cancellationToken) : null;
        var hold = await emulator.GetHoldAsync(cancellationToken);
        using var read = reading is null ? null : await reading;
        var (sprites, tiles) = describing is null ? default : await describing;
        var seen = new GameSeen(
            GameTitle.Of(emulator), emulator.Status.Facts?.Platform ?? "", EmulatorNames.Of(emulator.State), hold.Frame,
            read is null ? null : [.. places.Zip(read.Results, (place, result) => ValueSeen.Of(place.Describe(result)))], sprites, tiles);
        var picture = looking is null ? null : await looking;
        var (described, png) = await situations.DescribeAsync(
            emulator, seen, (hold.Frame, hold.Frame), freezeEnded: false,
            picture is null || form.IsSpecial ? null : (picture, form.Scale), isAlwaysSent: true, cancellationToken);
        if (picture is not null && form.IsSpecial)
        {
            using (picture)
                png = form.Draw(picture);
        }

        return ToolResult.WithPicture(png, described, McpJson.Context.GameSeen);
    }
}
