using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Server.Security;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;

namespace Bridge.Api.Features.Emulators;

/// <summary>Maps the list of emulators, the state of each one, and its reset.</summary>
internal static class EmulatorEndpoints
{
    // A name and a value, which may be any texts.
    private static readonly TextRule LabelRule = new() { Pattern = "^[^:\\u0000-\\u001F\\u007F]*:[^\\u0000-\\u001F\\u007F]*$" };

    public static void MapEmulators(this IEndpointRouteBuilder routes)
    {
        routes.MapGet("/emulators", ListAsync)
            .WithTags("Emulators")
            .Needs(Scope.Read, ofEveryEmulator: true)
            .Describe("ListEmulators", "Lists the emulators and their states",
                "The first emulator is always named default. state and label select emulators; label is one that their creator gave them. "
                + "In a fleet the created emulators of all hosts follow. unreachable has the hosts that did not respond in half a second.")
            .TakesQuery(
                new ParameterNote("state", "Only emulators in this state, like running, held, paused, no-emulator or failed.", "")
                    { Rule = StateNames.Rule },
                new ParameterNote("label", "Only created emulators with this label, as NAME:VALUE.", "") { Rule = LabelRule },
                new ParameterNote("host", "Only emulators of this host of the fleet, like h07.", "") { Rule = new TextRule() })
            .Produces<EmulatorList>()
            .Refuses(ProblemTypes.UnknownParameter, ProblemTypes.InvalidParameter);
    }

    public static void MapEmulator(this IEndpointRouteBuilder routes)
    {
        routes.MapGet("", DescribeAsync)
            .WithTags("Emulators")
            .Needs(Scope.Read)
            .Describe("GetEmulator", "Returns the state of an emulator: game, frame, speed, script, connection",
                "Responds with 200 even when the emulator is disconnected or paused. state gives the state, and problem says what to do.")
            .TakesQuery()
            .Produces<EmulatorDescription>()
            .Refuses(ProblemTypes.UnknownParameter, ProblemTypes.UnknownEmulator);

        routes.MapPost("/reset", ResetAsync)
            .WithTags("Emulators")
            .Needs(Scope.Admin)
            .Describe("Reset", "Resets the game",
                "Works like the power switch: the game restarts and keeps its save memory. The frame number restarts as well. The "
                + "response comes after the first frame.")
            .TakesQuery()
            .Produces<FrameResponse>()
            .RefusesLikeACommand(ProblemTypes.Held);
    }

    private static async Task<EmulatorList> ListAsync(
        string? state, string? label, string? host, HttpContext context, EmulatorDirectory emulators, OwnHost own, IOtherHosts others)
    {
        if (state is not null && !StateNames.Rule.Accepts(state))
            throw Parameters.Refuse("state", state, $"one of {StateNames.Rule.Names}");
        var created = emulators.Created.ToArray();
        var found = label is null
            ? emulators.All.ExceptBy(created.Select(one => one.Name), emulator => emulator.Name).Select(EmulatorHealth.Of)
                .Concat(created.Select(EmulatorHealth.Of))
            : created.Where(LabelOf(label)).Select(EmulatorHealth.Of);
        var here = found.Where(health => TokenGuard.Reaches(context, health.Name) && (state is null || health.State == state))
            .Where(_ => host is null || host == own.Id)
            .Select(health => health with { Host = own.Id, Direct = own.Address });
        return await others.ListAsync(context, host) is { } rest
            ? new EmulatorList([.. here, .. rest.Emulators], rest.Unreachable)
            : new EmulatorList([.. here]);
    }

    private static Func<CreatedEmulator, bool> LabelOf(string label) =>
        !CreatedEmulator.HasControls(label) && label.Split(':', 2) is [var name, var value]
        ? created => created.HasLabel(name, value)
        : throw Parameters.Refuse("label", label, "a label and its value, like task:maze");

    private static async Task<EmulatorDescription> DescribeAsync(
        string emulator, EmulatorDirectory emulators, OwnHost own, CancellationToken cancellationToken)
    {
        var client = emulators.Get(emulator);
        if (client.State is EmulatorState.Running or EmulatorState.Held or EmulatorState.Stopped or EmulatorState.Crashed)
            await TryRefreshAsync(client, cancellationToken);
        return EmulatorDescription.Of(client) with
        {
            Created = emulators.FindCreated(emulator)?.Describe(), Host = own.Id, Direct = own.Address,
        };
    }

    // If the emulator stops responding now, its last known data is described.
    private static async Task TryRefreshAsync(EmulatorClient client, CancellationToken cancellationToken)
    {
        try
        {
            await client.RefreshAsync(cancellationToken);
        }
        catch (EmulatorException)
        {
            // The emulator's state reports it.
        }
    }

    private static async Task<FrameResponse> ResetAsync(
        string emulator, EmulatorDirectory emulators, CancellationToken cancellationToken) =>
        new(await emulators.Get(emulator).ResetAsync(cancellationToken));
}
