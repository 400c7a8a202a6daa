using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Server.Bodies;
using Bridge.Api.Server.Diagnostics;
using Bridge.Api.Server.Security;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;
using Microsoft.AspNetCore.Mvc;

namespace Bridge.Api.Features.Input;

/// <summary>Maps the buttons: hold, press and release.</summary>
internal static class ButtonEndpoints
{
    public static void MapButtons(this IEndpointRouteBuilder routes)
    {
        var buttons = routes.MapGroup("/buttons").WithTags("Buttons");
        buttons.MapGet("", GetAsync)
            .Needs(Scope.Read)
            .Describe("GetButtons", "Returns the held and queued buttons",
                "held is what the latest accepted change holds, even if the game has not seen the change yet. down is held plus pressed "
                + "buttons and the player's own keys.")
            .TakesQuery()
            .Produces<ButtonState>()
            .RefusesLikeACommand();
        buttons.MapPut("", HoldAsync)
            .Needs(Scope.Input)
            .Describe("HoldButtons", "Holds exactly these buttons",
                "Holds the buttons until the next PUT or DELETE, or until the bridge disconnects. An empty list releases all. With "
                + "leaseMilliseconds, 100 to 600,000, the buttons are released automatically when that time passes without another PUT, so "
                + "a crashed client leaves no button down. To renew the lease, send the same request again in time. The game sees the "
                + "accepted changes in order, each for at least one frame. Changes are queued, and the response comes immediately. "
                + "changesAt is the frame in which the keys change, like pressedAt and releasedAt of a press; the game sees the change in "
                + "the next frame. A change is refused with 503 if 1,024 changes are queued.")
            .TakesQuery()
            .TakesBody<ButtonHold>(InputRules.ButtonHold, """{"buttons": ["Right"], "leaseMilliseconds": 2000}""")
            .Produces<ButtonsHeld>()
            .RefusesLikeACommand(ProblemTypes.UnknownButton, ProblemTypes.UnsupportedMediaType)
            .MapsArgument("mask", "buttons")
            .MapsArgument("milliseconds", "leaseMilliseconds");
        buttons.MapDelete("", ReleaseAsync)
            .Needs(Scope.Input)
            .Describe("ReleaseButtons", "Releases all buttons and empties the queue",
                "Presses are dropped immediately and respond to their own callers with 409. Held buttons are released in the frame "
                + "changesAt, after the game has seen the earlier changes.")
            .TakesQuery()
            .Produces<ButtonsReleased>()
            .RefusesLikeACommand();
        buttons.MapPost("/press", PressAsync)
            .Needs(Scope.Input)
            .Describe("PressButtons", "Presses buttons together for a number of frames",
                "Responds after the release with the frame numbers, or immediately with wait: false. Presses of the same button queue and "
                + "never merge; presses of other buttons overlap. hold is 1 to 3,600 frames (default 6), release 1 to 600 (default 2). "
                + "While the game is frozen, wait: true is refused with 409; a press with wait: false is played by the next steps. hidden "
                + "names opposing directions that this mGBA doesn't show the game; the bundled emulator shows them.")
            .TakesQuery()
            .TakesBody<ButtonPress>(InputRules.ButtonPress, """{"buttons": ["A"], "hold": 6, "release": 2, "wait": true}""")
            .Produces<PressFinished>()
            .Produces<PressQueued>(StatusCodes.Status202Accepted)
            .RefusesLikeACommand(ProblemTypes.UnknownButton, ProblemTypes.Conflict, ProblemTypes.Held, ProblemTypes.UnsupportedMediaType)
            .MapsArgument("mask", "buttons")
            .WithMetadata(new WaitsForFrames());
        buttons.MapGet("/press", PressFromAddressBarAsync)
            .Needs(Scope.Input)
            .Describe("PressButtonsFromAddressBar", "Presses buttons; GET variant of the same operation",
                "Together with the echo, the only GET that has an effect. Works from the address bar of a browser.")
            .TakesQuery(
                new ParameterNote("buttons",
                    "Buttons to press together, separated by commas or in repeated parameters.", "A", Repeats: true)
                    { Rule = ButtonNames.SomeRule, IsRequired = true },
                new ParameterNote("hold", "Frames to hold the buttons down.", "6") { Rule = InputRules.Hold },
                new ParameterNote("release", "Frames to keep the buttons up afterwards.", "2") { Rule = InputRules.Release },
                new ParameterNote("wait", "true: respond after the release; false: respond immediately.", "true")
                    { Rule = InputRules.Wait })
            .Produces<PressFinished>()
            .Produces<PressQueued>(StatusCodes.Status202Accepted)
            .RefusesLikeACommand(ProblemTypes.UnknownButton, ProblemTypes.Conflict, ProblemTypes.Held)
            .MapsArgument("mask", "buttons")
            .WithMetadata(new WaitsForFrames());
    }

    private static async Task<ButtonState> GetAsync(string emulator, EmulatorDirectory emulators, CancellationToken cancellationToken)
    {
        var now = await emulators.Get(emulator).GetButtonsAsync(cancellationToken);
        return new ButtonState(ButtonNames.Of(now.Down), ButtonNames.Of(now.Held), now.Queued, now.Frame);
    }

    private static async Task<ButtonsHeld> HoldAsync(string emulator, HttpContext context, EmulatorDirectory emulators)
    {
        var client = emulators.Get(emulator);
        var body = await JsonBody.ReadAsync(context.Request, InputJson.Context.ButtonHold);
        var buttons = ButtonNames.Parse(body.Buttons ?? throw NoButtons(), "buttons", client.Status.Facts?.Platform);
        var held = await client.HoldButtonsAsync(buttons,
            body.LeaseMilliseconds is { } lease ? LeaseOf(lease) : null, context.RequestAborted);
        return new ButtonsHeld(ButtonNames.Of(buttons), held.ChangesAt, held.Frame, HiddenOf(buttons, client));
    }

    private static async Task<ButtonsReleased> ReleaseAsync(string emulator, EmulatorDirectory emulators,
        CancellationToken cancellationToken)
    {
        var released = await emulators.Get(emulator).ReleaseButtonsAsync(cancellationToken);
        return new ButtonsReleased(released.Dropped, released.ChangesAt, released.Frame);
    }

    private static async Task<IResult> PressAsync(string emulator, HttpContext context, EmulatorDirectory emulators) =>
        await SendAsync(emulators.Get(emulator),
            await JsonBody.ReadAsync(context.Request, InputJson.Context.ButtonPress), context.RequestAborted);

    private static Task<IResult> PressFromAddressBarAsync(
        string emulator, [FromQuery] string[] buttons, string? hold, string? release, string? wait, EmulatorDirectory emulators,
        CancellationToken cancellationToken) =>
        SendAsync(emulators.Get(emulator), new ButtonPress(
            [.. buttons.SelectMany(text => text.Split(','))],
            InputRules.Hold.ParseOrDefault(hold), InputRules.Release.ParseOrDefault(release),
            InputRules.Wait.Parse(wait)), cancellationToken);

    private static async Task<IResult> SendAsync(EmulatorClient client, ButtonPress press, CancellationToken cancellationToken)
    {
        if (press.Buttons is not { Count: > 0 })
            throw NoButtons();
        var buttons = ButtonNames.Parse(press.Buttons, "buttons", client.Status.Facts?.Platform);
        var hold = InputRules.Hold.Of(press.Hold);
        var release = InputRules.Release.Of(press.Release);
        if (InputRules.Wait.Of(press.Wait))
        {
            var done = await client.PressButtonsAsync(buttons, hold, release, cancellationToken);
            return TypedResults.Ok(new PressFinished(done.Id, done.PressedAt, done.ReleasedAt, done.Frame, HiddenOf(buttons, client)));
        }

        var queued = await client.QueuePressAsync(buttons, hold, release, cancellationToken);
        return TypedResults.Json(new PressQueued(queued.Id, queued.Queued, HiddenOf(buttons, client)), InputJson.Context.PressQueued,
            statusCode: StatusCodes.Status202Accepted);
    }

    private static IReadOnlyList<string>? HiddenOf(Buttons buttons, EmulatorClient client) =>
        OpposingDirections.HiddenOf(buttons, client.Status.Facts);

    private static TimeSpan LeaseOf(int milliseconds) => TimeSpan.FromMilliseconds(InputRules.LeaseMilliseconds.Check(milliseconds));

    private static RequestException NoButtons() =>
        Parameters.Missing("buttons", "one or more buttons to press together, like A");
}
