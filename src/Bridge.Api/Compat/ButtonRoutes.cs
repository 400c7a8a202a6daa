using Bridge.Api.Errors;
using Bridge.Api.OpenApi;
using Bridge.Api.Parsing;
using Bridge.Api.Security;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Framing;
using Microsoft.AspNetCore.Mvc;

namespace Bridge.Api.Compat;

/// <summary>/mgba-http/button: buttons by name. Presses are those of the bridge: they queue, and they always end.</summary>
internal static class ButtonRoutes
{
    // What mGBA-http's presses are on its emulator: a frame longer than it says, so 15 + 1 frames for a tap.
    private const int ExtraFrames = 1;
    private const int TapFrames = 15;

    // The fewest between two presses of a button that any game takes for two.
    private const int FramesUp = 2;

    private static readonly ParameterNote Button = new("button", "A button's name in any case, or its number: A is 0, L is 9.", "A");
    private static readonly ParameterNote Buttons = new("buttons", "The same, given once for each button.", "B", Repeats: true);
    private static readonly ParameterNote Duration = new("duration", "Frames, 0 to 3599; the buttons are down for one more.", "10");

    private delegate Task<HeldButtons> Change(EmulatorClient emulator, Buttons buttons, CancellationToken cancellationToken);

    public static void MapButtons(this IEndpointRouteBuilder routes, EmulatorClient emulator)
    {
        var group = routes.MapGroup("/mgba-http/button");
        MapChange(group, emulator, "add", "Add", "Holds", ButtonCommands.AddButtonsAsync);
        MapChange(group, emulator, "clear", "Clear", "Lets go of", ButtonCommands.RemoveButtonsAsync);
        DescribePress(group.MapPost("/tap", (string? button, CancellationToken cancellationToken) =>
            PressAsync(emulator, One(emulator, button), TapFrames, cancellationToken)),
            "MgbaButtonTap", "Presses a button for 16 frames", [Button]);
        DescribePress(group.MapPost("/tapmany", ([FromQuery] string[] buttons, CancellationToken cancellationToken) =>
            PressAsync(emulator, Many(emulator, buttons), TapFrames, cancellationToken)),
            "MgbaButtonTapMany", "Presses buttons together for 16 frames", [Buttons]);
        DescribePress(group.MapPost("/hold", (string? button, string? duration, CancellationToken cancellationToken) =>
            PressAsync(emulator, One(emulator, button), Frames(duration), cancellationToken)),
            "MgbaButtonHold", "Presses a button for some frames", [Button, Duration]);
        DescribePress(group.MapPost("/holdmany", ([FromQuery] string[] buttons, string? duration, CancellationToken cancellationToken) =>
            PressAsync(emulator, Many(emulator, buttons), Frames(duration), cancellationToken)),
            "MgbaButtonHoldMany", "Presses buttons together for some frames", [Buttons, Duration]);
        group.MapGet("/get", async (string? button, CancellationToken cancellationToken) =>
            {
                var asked = One(emulator, button);
                return (await emulator.GetButtonsAsync(cancellationToken)).Down.HasFlag(asked) ? "1" : "0";
            })
            .Needs(Scope.Read)
            .Describe("MgbaButtonGet", "Whether a button is down", "1 or 0. What was just added, cleared or set counts.")
            .TakesQuery(Button)
            .AnswersText(ProblemTypes.MissingParameter, ProblemTypes.UnknownButton);
        group.MapGet("/getall", async (CancellationToken cancellationToken) =>
                string.Join(',', ButtonNames.Of((await emulator.GetButtonsAsync(cancellationToken)).Down)))
            .Needs(Scope.Read)
            .Describe("MgbaButtonGetAll", "The buttons that are down",
                "Separated by commas; nothing when there are none. What was just added, cleared or set counts.")
            .TakesQuery()
            .AnswersText();
    }

    private static void MapChange(IEndpointRouteBuilder routes, EmulatorClient emulator, string path,
        string name, string does, Change change)
    {
        Describe(routes.MapPost($"/{path}", async (string? button, CancellationToken cancellationToken) =>
        {
            await change(emulator, One(emulator, button), cancellationToken);
            return MgbaHttpRoutes.Done;
        }), $"MgbaButton{name}", $"{does} a button", Button);
        Describe(routes.MapPost($"/{path}many", async ([FromQuery] string[] buttons, CancellationToken cancellationToken) =>
        {
            await change(emulator, Many(emulator, buttons), cancellationToken);
            return MgbaHttpRoutes.Done;
        }), $"MgbaButton{name}Many", $"{does} buttons", Buttons);

        static void Describe(RouteHandlerBuilder endpoint, string name, string summary, ParameterNote parameter) => endpoint
            .Needs(Scope.Input)
            .Describe(name, summary, CoreKeyRoutes.ChangeDescription)
            .TakesQuery(parameter)
            .Calls("mask", parameter.Name)
            .AnswersText(ProblemTypes.MissingParameter, ProblemTypes.UnknownButton);
    }

    private static void DescribePress(RouteHandlerBuilder endpoint, string name, string summary, ParameterNote[] parameters) => endpoint
        .Needs(Scope.Input)
        .Describe(name, summary,
            "Answers at once. Presses of the same button queue, they never merge, and each one ends. What is held can't be pressed.")
        .TakesQuery(parameters)
        .Calls("mask", parameters[0].Name)
        .AnswersText(ProblemTypes.MissingParameter, ProblemTypes.UnknownButton, ProblemTypes.Conflict);

    private static async Task<string> PressAsync(EmulatorClient emulator, Buttons buttons, int frames, CancellationToken cancellationToken)
    {
        await emulator.QueuePressAsync(buttons, frames + ExtraFrames, FramesUp, cancellationToken);
        return MgbaHttpRoutes.Done;
    }

    private static Buttons One(EmulatorClient emulator, string? button) => MgbaHttpQuery.Button(button, CoreKeyRoutes.Platform(emulator));

    private static Buttons Many(EmulatorClient emulator, string[] buttons) =>
        MgbaHttpQuery.ButtonList(buttons, CoreKeyRoutes.Platform(emulator));

    private static int Frames(string? duration) => (int)MgbaHttpQuery.Number(duration, "duration", 0, WireLimits.HoldFrames - ExtraFrames);
}
