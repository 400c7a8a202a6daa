using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Server.Bodies;
using Bridge.Api.Server.Security;
using Bridge.SocketPool.Framing;
using Microsoft.AspNetCore.Http.Features;

namespace Bridge.Api.Features.States;

/// <summary>Maps save states by name, in the bridge's own folder; each game has its own states.</summary>
internal static class NamedStateEndpoints
{
    private static readonly ParameterNote Name = new("name",
        "1 to 64 characters of A-Z, a-z, 0-9, -, _ and ., without a dot at the start or end. Not case-sensitive.", "before-boss")
        { Rule = StateName.Rule };

    public static void MapNamedStates(this IEndpointRouteBuilder routes)
    {
        var states = routes.MapGroup("/states").WithTags("States");
        states.MapGet("", ListAsync)
            .Needs(Scope.States)
            .Describe("ListStates", "Lists the named states of the running game",
                "Sizes are in bytes. Each game has its own states, identified by its title and checksum.")
            .TakesQuery()
            .Produces<StateList>()
            .RefusesLikeACommand(ProblemTypes.StorageFailed, ProblemTypes.Unsupported);
        states.MapPut("/{name}", SaveAsync)
            .Needs(Scope.States)
            .Describe("SaveState", "Saves the game under a name, or stores a state from the body",
                "Without a body, saves the running game. A body of application/octet-stream is stored as the state, at most 2 MiB; the "
                + "bridge checks it only when it is loaded. Responds with 201 for a new name, 200 for a replaced state. A game has at most "
                + "256 states.")
            .TakesPath(Name)
            .TakesQuery()
            .TakesBytes(WireLimits.PayloadBytes, isOptional: true, RawBody.ContentType)
            .Produces<StateSaved>()
            .Produces<StateSaved>(StatusCodes.Status201Created)
            .RefusesLikeACommand(ProblemTypes.InvalidParameter, ProblemTypes.TooManyStates,
                ProblemTypes.TooLarge, ProblemTypes.UnsupportedMediaType,
                ProblemTypes.StorageFailed, ProblemTypes.StorageFull, ProblemTypes.Unsupported);
        states.MapGet("/{name}", GetAsync)
            .Needs(Scope.States)
            .Describe("GetNamedState", "Returns a named state as bytes", "PUT …/state accepts the same bytes.")
            .TakesPath(Name)
            .TakesQuery()
            .Produces(StatusCodes.Status200OK)
            .WithMetadata(new BinaryResponse(RawBody.ContentType))
            .RefusesLikeACommand(ProblemTypes.InvalidParameter, ProblemTypes.UnknownState,
                ProblemTypes.StorageFailed, ProblemTypes.Unsupported);
        states.MapPost("/{name}/load", LoadAsync)
            .Needs(Scope.States)
            .Describe("LoadState", "Loads a named state", "A damaged state, or a state of another game, is refused and changes nothing.")
            .TakesPath(Name)
            .TakesQuery()
            .Produces<StateLoaded>()
            .RefusesLikeACommand(ProblemTypes.InvalidParameter, ProblemTypes.UnknownState, ProblemTypes.RefusedState,
                ProblemTypes.StorageFailed, ProblemTypes.Unsupported);
        states.MapDelete("/{name}", DeleteAsync)
            .Needs(Scope.States)
            .Describe("DeleteState", "Deletes a named state", "Responds with 204 and no body.")
            .TakesPath(Name)
            .TakesQuery()
            .Produces(StatusCodes.Status204NoContent)
            .RefusesLikeACommand(ProblemTypes.InvalidParameter, ProblemTypes.UnknownState,
                ProblemTypes.StorageFailed, ProblemTypes.Unsupported);
    }

    private static Task<StateList> ListAsync(string emulator, EmulatorDirectory emulators, NamedStates states,
        CancellationToken cancellationToken) =>
        states.ListAsync(emulators.Get(emulator), cancellationToken);

    private static async Task<IResult> SaveAsync(string emulator, string name, HttpContext context,
        EmulatorDirectory emulators, NamedStates states)
    {
        var client = emulators.Get(emulator);
        StateName.Check(name);
        var (saved, isNew) = HasBody(context)
            ? await states.KeepAsync(client, name, await ReadBodyAsync(context.Request), context.RequestAborted)
            : await states.SaveAsync(client, name, context.RequestAborted);
        return isNew
            ? TypedResults.Created($"/emulators/{client.Name}/states/{saved.Name}", saved)
            : TypedResults.Json(saved, StateJson.Context.StateSaved);
    }

    private static async Task<IResult> GetAsync(
        string emulator, string name, EmulatorDirectory emulators, NamedStates states, CancellationToken cancellationToken) =>
        Results.Bytes(await states.ReadAsync(emulators.Get(emulator), name, cancellationToken), RawBody.ContentType);

    private static Task<StateLoaded> LoadAsync(
        string emulator, string name, EmulatorDirectory emulators, NamedStates states, CancellationToken cancellationToken) =>
        states.LoadAsync(emulators.Get(emulator), name, cancellationToken);

    private static async Task<IResult> DeleteAsync(
        string emulator, string name, EmulatorDirectory emulators, NamedStates states, CancellationToken cancellationToken)
    {
        await states.DeleteAsync(emulators.Get(emulator), name, cancellationToken);
        return Results.NoContent();
    }

    // A Content-Type announces a body. An empty one is then a mistake, and doesn't save the game.
    private static bool HasBody(HttpContext context) =>
        context.Request.ContentType is not null || context.Features.Get<IHttpRequestBodyDetectionFeature>()?.CanHaveBody == true;

    private static Task<ReadOnlyMemory<byte>> ReadBodyAsync(HttpRequest request) =>
        RawBody.ReadAsync(request, WireLimits.PayloadBytes, "a save state, or left out to save the running game");
}
