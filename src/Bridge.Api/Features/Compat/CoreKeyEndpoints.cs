using System.Globalization;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;

namespace Bridge.Api.Features.Compat;

/// <summary>Maps /core: keys by number and by mask.</summary>
internal static class CoreKeyEndpoints
{
    internal const string ChangeDescription =
        "The game sees the changes in order, each for at least one frame. A held key stays down until it is released or the bridge "
        + "disconnects. A press of the same button is not affected, unless clear ends it.";

    private static readonly ParameterNote Key = new("key",
        "0 A, 1 B, 2 Select, 3 Start, 4 Right, 5 Left, 6 Up, 7 Down, 8 R, 9 L. A Game Boy has 0 to 7.", "0")
        { Rule = MgbaHttpQuery.KeyRule, IsRequired = true };
    private static readonly ParameterNote Mask = MaskOf("keyBitmask");
    private static readonly ParameterNote Keys = MaskOf("keys");

    private delegate Task<HeldButtons> Change(EmulatorClient emulator, Buttons buttons, CancellationToken cancellationToken);

    public static void MapCoreKeys(this IEndpointRouteBuilder routes, EmulatorClient emulator)
    {
        MapChange(routes, emulator, "add", "Add", "Holds", ButtonCommands.AddButtonsAsync);
        MapChange(routes, emulator, "clear", "Clear", "Releases", ButtonCommands.RemoveButtonsAsync);
        DescribeChange(routes.MapPost("/core/setkeys", async (string? keys, CancellationToken cancellationToken) =>
        {
            await emulator.ShareButtonsAsync(MgbaHttpQuery.KeyMask(keys, RuleOf(Keys), Platform(emulator)), cancellationToken);
            return MgbaHttpEndpoints.Done;
        }), "CoreSetKeys", "Holds exactly these keys", Keys);
        routes.MapGet("/core/getkey", async (string? key, CancellationToken cancellationToken) =>
            {
                var requested = MgbaHttpQuery.Key(key, Platform(emulator));
                return (await emulator.GetButtonsAsync(cancellationToken)).Down.HasFlag(requested) ? "1" : "0";
            })
            .Needs(Scope.Read)
            .Describe("CoreGetKey", "Tells whether a key is down",
                "Returns 1 or 0. Includes the player's own keys, and changes that the game has not seen yet.")
            .TakesQuery(Key)
            .ProducesText(ProblemTypes.MissingParameter);
        routes.MapGet("/core/getkeys", async (CancellationToken cancellationToken) =>
                ((int)(await emulator.GetButtonsAsync(cancellationToken)).Down).ToString(CultureInfo.InvariantCulture))
            .Needs(Scope.Read)
            .Describe("CoreGetKeys", "Lists the keys that are down",
                "Returns a decimal bit mask, from bit 0 (A) to bit 9 (L). Includes changes that the game has not seen yet.")
            .TakesQuery()
            .ProducesText();
    }

    internal static string? Platform(EmulatorClient emulator) => emulator.Status.Facts?.Platform;

    private static ParameterNote MaskOf(string name) => new(name, "A decimal bit mask, from bit 0 (A) to bit 9 (L).", "3")
        { Rule = MgbaHttpQuery.MaskRule(name), IsRequired = true };

    private static IntegerRule RuleOf(ParameterNote mask) => (IntegerRule)mask.Rule!;

    private static void MapChange(IEndpointRouteBuilder routes, EmulatorClient emulator, string path,
        string name, string verb, Change change)
    {
        DescribeChange(routes.MapPost($"/core/{path}key", async (string? key, CancellationToken cancellationToken) =>
        {
            await change(emulator, MgbaHttpQuery.Key(key, Platform(emulator)), cancellationToken);
            return MgbaHttpEndpoints.Done;
        }), $"Core{name}Key", $"{verb} a key", Key);
        DescribeChange(routes.MapPost($"/core/{path}keys", async (string? keyBitmask, CancellationToken cancellationToken) =>
        {
            await change(emulator, MgbaHttpQuery.KeyMask(keyBitmask, RuleOf(Mask), Platform(emulator)), cancellationToken);
            return MgbaHttpEndpoints.Done;
        }), $"Core{name}Keys", $"{verb} keys", Mask);
    }

    private static void DescribeChange(RouteHandlerBuilder endpoint, string name, string summary, ParameterNote parameter) => endpoint
        .Needs(Scope.Input)
        .Describe(name, summary, ChangeDescription)
        .TakesQuery(parameter)
        .MapsArgument("mask", parameter.Name)
        .ProducesText(ProblemTypes.MissingParameter);
}
