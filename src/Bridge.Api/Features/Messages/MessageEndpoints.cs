using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Server.Bodies;
using Bridge.Api.Server.Security;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.Api.Features.Messages;

/// <summary>Maps messages to the player, which the bundled emulator draws over its pictures.</summary>
internal static class MessageEndpoints
{
    public static void MapMessages(this IEndpointRouteBuilder routes) => routes.MapPost("/messages", ShowAsync)
        .WithTags("Screen")
        .Needs(Scope.Write)
        .Describe("ShowMessage", "Shows the player a message over the picture",
            "text is 1 to 200 characters of one line; frames is for how many frames it stays, 1 to 3,600. People see it: GET …/screen, "
            + "GET …/screen/stream and the page have it, the newest message at the bottom. Programs don't: pictures of steps, turns, "
            + "conditions, batches, states and clips, the history and movies, and GET …/screen?messages=false are the game's own. A letter "
            + "has 6 x 10 pixels; characters other than printable ASCII are boxes. The picture has at most eight messages and eight lines; "
            + "the oldest ones go. drawn is false if the emulator can't draw it, which only the bundled emulator can; then only the page "
            + "shows it. The event message tells of it.")
        .TakesQuery()
        .TakesBody<MessageRequest>(MessageRules.Message, """{"text": "Player 2 found the Hookshot!", "frames": 240}""")
        .Produces<MessageResponse>()
        .RefusesLikeACommand(ProblemTypes.MissingParameter, ProblemTypes.InvalidParameter, ProblemTypes.InvalidBody,
            ProblemTypes.UnsupportedMediaType, ProblemTypes.Unsupported);

    private static async Task<MessageResponse> ShowAsync(string emulator, HttpContext context, EmulatorDirectory emulators)
    {
        var client = emulators.Get(emulator);
        var body = await JsonBody.ReadAsync(context.Request, MessageJson.Context.MessageRequest);
        var text = body.Text ?? throw Parameters.Missing("text", MessageRules.Accepted);
        if (!MessageRules.IsText(text))
            throw Parameters.Refuse("text", text, MessageRules.Accepted);
        var frames = MessageRules.Frames.Of(body.Frames);
        var (isDrawn, frame) = await client.ShowMessageAsync(text, frames, context.RequestAborted);
        return new MessageResponse(text, frames, isDrawn, frame);
    }
}
