using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Features.States;
using Bridge.Api.Server.Bodies;
using Bridge.Api.Server.Security;
using Bridge.SocketPool;
using Bridge.SocketPool.TypedCommands;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Bridge.Api.Features.Cheats;

/// <summary>Maps cheats: codes that change the game in each frame.</summary>
internal static class CheatEndpoints
{
    private static readonly ParameterNote Name = new("name", "The name of the cheat.", "infinite-lives") { Rule = CheatRules.Name };

    public static void MapCheats(this IEndpointRouteBuilder routes)
    {
        var cheats = routes.MapGroup("/cheats").WithTags("Cheats");
        cheats.MapGet("", ListAsync)
            .Needs(Scope.Read)
            .Describe("ListCheats", "Lists the cheats",
                "In the order in which they act. After a rewind they are those of that frame. Only the bundled emulator takes cheats; "
                + "others respond with 501.")
            .TakesQuery()
            .Produces<CheatList>()
            .RefusesLikeACommand(ProblemTypes.Unsupported);
        cheats.MapPut("", SetAllAsync)
            .Needs(Scope.Write)
            .Describe("SetCheats", "Replaces all cheats",
                "lines: the codes, one a line, for CodeBreaker (82000300 0063), GameShark and Action Replay (two times eight digits), "
                + "VisualBoyAdvance (02000300:63), and on a Game Boy GameShark (01630AC3), Game Genie (00A-17B-C49), CodeBreaker "
                + "(00C30A-63) and VisualBoyAdvance (C30A:63). type: the device; by default it is found out. enabled: whether the codes "
                + "act. All lines are checked before one acts; a wrong one is named, and nothing changes. Codes act at the end of each "
                + "frame, and on the ROM at once; a cheat that is switched off restores the ROM. Resets and loaded states keep cheats, "
                + "another ROM forgets them. The history and movies have every change. Only the bundled emulator takes cheats; others "
                + "respond with 501.")
            .TakesQuery()
            .TakesBody<CheatsRequest>(CheatRules.Cheats,
                """{"cheats": [{"name": "infinite-lives", "lines": ["82000300 0063"], "type": "codeBreaker"}]}""")
            .Produces<CheatList>()
            .RefusesLikeACommand(ProblemTypes.MissingParameter, ProblemTypes.InvalidParameter, ProblemTypes.InvalidBody,
                ProblemTypes.UnsupportedMediaType, ProblemTypes.Unsupported);
        cheats.MapPost("", ImportAsync)
            .Needs(Scope.Write)
            .Describe("ImportCheats", "Adds the cheats of a file",
                "The body is a file of mGBA (.cheats) or libretro (.cht) in UTF-8, at most 256 KiB. Each cheat replaces the one of its "
                + "name. All lines are checked before one acts, as with PUT …/cheats; a wrong one is named by its number. In names - "
                + "replaces / and \\, and a second cheat of one name gets a number.")
            .TakesQuery()
            .TakesBytes(CheatFile.MaxBytes, isOptional: false, RawBody.ContentType, "text/plain")
            .Produces<CheatList>()
            .RefusesLikeACommand(ProblemTypes.InvalidBody, ProblemTypes.InvalidParameter, ProblemTypes.TooLarge,
                ProblemTypes.UnsupportedMediaType, ProblemTypes.Unsupported);
        cheats.MapPut("/{name}", SetAsync)
            .Needs(Scope.Write)
            .Describe("SetCheat", "Adds, replaces or switches a cheat",
                "With lines, the cheat is added or replaced, as with PUT …/cheats. With enabled alone, it is switched on or off.")
            .TakesPath(Name)
            .TakesQuery()
            .TakesBody<CheatRequest>(CheatRules.Cheat, """{"lines": ["82000300 0063"], "enabled": true}""")
            .Produces<CheatDescription>()
            .RefusesLikeACommand(ProblemTypes.MissingParameter, ProblemTypes.InvalidParameter, ProblemTypes.InvalidBody,
                ProblemTypes.UnknownCheat, ProblemTypes.UnsupportedMediaType, ProblemTypes.Unsupported);
        cheats.MapDelete("/{name}", DeleteAsync)
            .Needs(Scope.Write)
            .Describe("DeleteCheat", "Removes a cheat", "Responds with 204 and no body.")
            .TakesPath(Name)
            .TakesQuery()
            .Produces(StatusCodes.Status204NoContent)
            .RefusesLikeACommand(ProblemTypes.InvalidParameter, ProblemTypes.UnknownCheat, ProblemTypes.Unsupported);
        cheats.MapDelete("", DeleteAllAsync)
            .Needs(Scope.Write)
            .Describe("DeleteCheats", "Removes all cheats", "Responds with 204 and no body.")
            .TakesQuery()
            .Produces(StatusCodes.Status204NoContent)
            .RefusesLikeACommand(ProblemTypes.Unsupported);
    }

    private static async Task<CheatList> ListAsync(string emulator, EmulatorDirectory emulators, CancellationToken cancellationToken) =>
        await ReadAsync(emulators.Get(emulator), cancellationToken);

    private static async Task<CheatList> SetAllAsync(string emulator, HttpContext context, EmulatorDirectory emulators)
    {
        var client = emulators.Get(emulator);
        var body = await JsonBody.ReadAsync(context.Request, CheatJson.Context.CheatsRequest);
        await CheatFault.SendAsync(client.SetCheatsAsync(CheatRules.Read(body), context.RequestAborted), CheatFault.OfList);
        return await ReadAsync(client, context.RequestAborted);
    }

    private static async Task<CheatList> ImportAsync(string emulator, HttpContext context, EmulatorDirectory emulators)
    {
        var client = emulators.Get(emulator);
        var file = await RawBody.ReadAsync(context.Request, CheatFile.MaxBytes, "a file of cheats");
        var game = await LoadedGame.OfAsync(client, context.RequestAborted);
        var cheats = CheatFile.Read(file.Span, game.Platform);
        await CheatFault.SendAsync(
            client.PutCheatsAsync(cheats.Select(each => each.Cheat), context.RequestAborted), CheatFault.OfFile(cheats));
        return await ReadAsync(client, context.RequestAborted);
    }

    private static async Task<CheatDescription> SetAsync(string emulator, string name, HttpContext context, EmulatorDirectory emulators)
    {
        var client = emulators.Get(emulator);
        CheatRules.CheckName(name);
        var body = await JsonBody.ReadAsync(context.Request, CheatJson.Context.CheatRequest);
        switch (body)
        {
            case { Lines: not null }:
                var cheat = CheatRules.Read(name, body);
                await CheatFault.SendAsync(client.PutCheatsAsync([cheat], context.RequestAborted), CheatFault.OfOne);
                return Describe(cheat);
            case { Type: not null }:
                throw Parameters.Missing("lines", "the codes of the cheat, because type is given");
            case { Enabled: { } enabled }:
                if (!await client.SwitchCheatAsync(name, enabled, context.RequestAborted))
                    throw Unknown(name);
                var (cheats, _) = await client.GetCheatsAsync(context.RequestAborted);
                return Describe(cheats.FirstOrDefault(each => each.Name == name) ?? throw Unknown(name));
            default:
                throw Parameters.Missing("lines", "the codes of the cheat, or enabled");
        }
    }

    private static async Task<NoContent> DeleteAsync(
        string emulator, string name, EmulatorDirectory emulators, CancellationToken cancellationToken) =>
        await emulators.Get(emulator).RemoveCheatsAsync(CheatRules.CheckName(name), cancellationToken) > 0
            ? TypedResults.NoContent()
            : throw Unknown(name);

    private static async Task<NoContent> DeleteAllAsync(string emulator, EmulatorDirectory emulators, CancellationToken cancellationToken)
    {
        // No cheat has an empty name; the emulator takes it for all cheats.
        await emulators.Get(emulator).RemoveCheatsAsync("", cancellationToken);
        return TypedResults.NoContent();
    }

    private static async Task<CheatList> ReadAsync(EmulatorClient client, CancellationToken cancellationToken)
    {
        var (cheats, frame) = await client.GetCheatsAsync(cancellationToken);
        return new CheatList([.. cheats.Select(Describe)], frame);
    }

    private static CheatDescription Describe(GameCheat cheat) => new(cheat.Name, cheat.IsOn, cheat.Type, cheat.Lines);

    private static RequestException Unknown(string name) =>
        new(ProblemTypes.UnknownCheat, $"There is no cheat \"{Parameters.Shorten(name)}\".", "name");
}
