using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Framing;
using Microsoft.AspNetCore.Mvc;

namespace Bridge.Api.Features.Compat;

/// <summary>Maps /mgba-http/button: buttons by name. Presses of a button that is down or waits merge, as in mGBA-http.</summary>
internal static class MgbaButtonEndpoints
{
    // mGBA-http holds a button one frame longer than the duration it is given, and passes 15 for a tap.
    private const int ExtraFrames = 1;
    private const int TapFrames = 15;

    // Min frames between two presses of a button for which every game sees two presses.
    private const int FramesUp = 2;

    private static readonly ParameterNote Button = new("button",
        "The name of a button in any case, or its number from 0 (A) to 9 (L).", "A")
        { Rule = MgbaHttpQuery.ButtonRule, IsRequired = true };
    private static readonly ParameterNote Buttons = new("buttons",
        "The name of a button in any case, or its number. Repeat the parameter for each button.", "B", Repeats: true)
        { Rule = MgbaHttpQuery.ButtonsRule, IsRequired = true };
    private static readonly IntegerRule DurationRule = new("duration", 0, WireLimits.HoldFrames - ExtraFrames);
    private static readonly ParameterNote Duration = new("duration", "Frames. The buttons stay down one frame longer.", "10")
        { Rule = DurationRule, IsRequired = true };

    private delegate Task<HeldButtons> Change(EmulatorClient emulator, Buttons buttons, CancellationToken cancellationToken);

    public static void MapButtons(this IEndpointRouteBuilder routes, EmulatorClient emulator)
    {
        var group = routes.MapGroup("/mgba-http/button");
        MapChange(group, emulator, "add", "Add", "Holds", ButtonCommands.AddButtonsAsync);
        MapChange(group, emulator, "clear", "Clear", "Releases", ButtonCommands.RemoveButtonsAsync);
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
                var requested = One(emulator, button);
                return (await emulator.GetButtonsAsync(cancellationToken)).Down.HasFlag(requested) ? "1" : "0";
            })
            .Needs(Scope.Read)
            .Describe("MgbaButtonGet", "Tells whether a button is down", "Returns 1 or 0. Includes changes that the game has not seen yet.")
            .TakesQuery(Button)
            .ProducesText(ProblemTypes.MissingParameter, ProblemTypes.UnknownButton);
        group.MapGet("/getall", async (CancellationToken cancellationToken) =>
                string.Join(',', ButtonNames.Of((await emulator.GetButtonsAsync(cancellationToken)).Down)))
            .Needs(Scope.Read)
            .Describe("MgbaButtonGetAll", "Lists the buttons that are down",
                "Returns a comma-separated list, empty if no button is down. Includes changes that the game has not seen yet.")
            .TakesQuery()
            .ProducesText();
    }

    private static void MapChange(IEndpointRouteBuilder routes, EmulatorClient emulator, string path,
        string name, string verb, Change change)
    {
        Describe(routes.MapPost($"/{path}", async (string? button, CancellationToken cancellationToken) =>
        {
            await change(emulator, One(emulator, button), cancellationToken);
            return MgbaHttpEndpoints.Done;
        }), $"MgbaButton{name}", $"{verb} a button", Button);
        Describe(routes.MapPost($"/{path}many", async ([FromQuery] string[] buttons, CancellationToken cancellationToken) =>
        {
            await change(emulator, Many(emulator, buttons), cancellationToken);
            return MgbaHttpEndpoints.Done;
        }), $"MgbaButton{name}Many", $"{verb} buttons", Buttons);

        static void Describe(RouteHandlerBuilder endpoint, string name, string summary, ParameterNote parameter) => endpoint
            .Needs(Scope.Input)
            .Describe(name, summary, CoreKeyEndpoints.ChangeDescription)
            .TakesQuery(parameter)
            .MapsArgument("mask", parameter.Name)
            .ProducesText(ProblemTypes.MissingParameter, ProblemTypes.UnknownButton);
    }

    private static void DescribePress(RouteHandlerBuilder endpoint, string name, string summary, ParameterNote[] parameters) => endpoint
        .Needs(Scope.Input)
        .Describe(name, summary,
            "Responds immediately. A press of a button that is already pressed, or waits to be, merges into that press without "
            + "prolonging it. A button that is held down can't be pressed.")
        .TakesQuery(parameters)
        .MapsArgument("mask", parameters[0].Name)
        .ProducesText(ProblemTypes.MissingParameter, ProblemTypes.UnknownButton, ProblemTypes.Conflict);

    private static async Task<string> PressAsync(EmulatorClient emulator, Buttons buttons, int frames, CancellationToken cancellationToken)
    {
        await emulator.TapButtonsAsync(buttons, frames + ExtraFrames, FramesUp, cancellationToken);
        return MgbaHttpEndpoints.Done;
    }

    private static Buttons One(EmulatorClient emulator, string? button) =>
        MgbaHttpQuery.Button(button, CoreKeyEndpoints.Platform(emulator));

    private static Buttons Many(EmulatorClient emulator, string[] buttons) =>
        MgbaHttpQuery.ButtonList(buttons, CoreKeyEndpoints.Platform(emulator));

    private static int Frames(string? duration) => (int)MgbaHttpQuery.Number(duration, DurationRule);
}
