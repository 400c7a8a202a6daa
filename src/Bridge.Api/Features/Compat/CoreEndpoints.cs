using System.Globalization;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Memory;
using Bridge.Api.Server.Security;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;

namespace Bridge.Api.Features.Compat;

/// <summary>Maps /core: facts about the game, CPU registers and single instructions.</summary>
internal static class CoreEndpoints
{
    private const string NoPlatform = "-1";

    // The CGB flag in a Game Boy header (Pan Docs, "The Cartridge Header"); mGBA 0.10 starts the game code with CGB if it is 0xC0.
    private const uint GameBoyColorFlag = 0x0143;
    private const uint ColorOnly = 0xC0;

    private static readonly ParameterNote Register = new("regName",
        "The name of a register: r0 to r15 or cpsr; on a Game Boy a, bc, pc and others.", "r10")
        { Rule = MemoryRules.RegisterName, IsRequired = true };

    private static readonly IntegerRule Number = new("value", int.MinValue, uint.MaxValue);

    public static void MapCore(this IEndpointRouteBuilder routes, EmulatorClient emulator)
    {
        MapFact(routes, emulator, "/core/checksum", "CoreChecksum", "Returns the CRC32 of the ROM", "In decimal.",
            facts => uint.Parse(facts.Crc32, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture)
                .ToString(CultureInfo.InvariantCulture));
        MapFact(routes, emulator, "/core/framecycles", "CoreFrameCycles", "Returns the cycles per frame",
            "280896 on the GBA, 70224 on the Game Boy.",
            facts => facts.FrameCycles.ToString(CultureInfo.InvariantCulture));
        MapFact(routes, emulator, "/core/frequency", "CoreFrequency", "Returns the cycles per second",
            "16777216 on the GBA, 4194304 on the Game Boy.",
            facts => facts.Frequency.ToString(CultureInfo.InvariantCulture));
        MapFact(routes, emulator, "/core/getgametitle", "CoreGetGameTitle",
            "Returns the title in the ROM header", "Without trailing zeros.",
            facts => facts.Title);
        MapFact(routes, emulator, "/core/romsize", "CoreRomSize", "Returns the size of the ROM", "In bytes.",
            facts => facts.Size.ToString(CultureInfo.InvariantCulture));

        routes.MapGet("/core/currentFrame", async (CancellationToken cancellationToken) =>
            {
                await emulator.RefreshAsync(cancellationToken);
                return emulator.Status.Frame.ToString(CultureInfo.InvariantCulture);
            })
            .Needs(Scope.Read)
            .Describe("CoreCurrentFrame", "Returns the frame number",
                "Frames since the reset. Loading a state restores the frame number of the state.")
            .TakesQuery()
            .ProducesText();
        routes.MapGet("/core/getgamecode", (CancellationToken cancellationToken) => GetCodeAsync(emulator, cancellationToken))
            .Needs(Scope.Read)
            .Describe("CoreGetGameCode", "Returns the game code", "In the form of mGBA 0.10: AGB-, DMG- or CGB- and four letters.")
            .TakesQuery()
            .ProducesText();
        routes.MapGet("/core/platform", (CancellationToken cancellationToken) => GetPlatformAsync(emulator, cancellationToken))
            .Needs(Scope.Read)
            .Describe("CorePlatform", "Returns the platform", "0 for the GBA, 1 for the Game Boy, -1 if no game is loaded.")
            .TakesQuery()
            .ProducesText();
        routes.MapGet("/core/readregister", async (string? regName, CancellationToken cancellationToken) =>
            {
                var (value, _) = await emulator.GetRegisterAsync(NameOf(regName), cancellationToken);
                return ((int)value).ToString(CultureInfo.InvariantCulture);
            })
            .Needs(Scope.Read)
            .Describe("CoreReadRegister", "Reads a register", "Returns a signed 32-bit number.")
            .TakesQuery(Register)
            .MapsArgument("name", "regName")
            .ProducesText(ProblemTypes.MissingParameter, ProblemTypes.Unsupported);
        routes.MapPost("/core/writeregister", async (string? regName, string? value, CancellationToken cancellationToken) =>
            {
                var wire = unchecked((uint)MgbaHttpQuery.Number(value, Number));
                await emulator.SetRegisterAsync(NameOf(regName), wire, cancellationToken);
                return MgbaHttpEndpoints.Done;
            })
            .Needs(Scope.Write)
            .Describe("CoreWriteRegister", "Writes a register",
                "Accepts a signed or unsigned 32-bit number. Registers of a Game Boy have 8 or 16 bits.")
            .TakesQuery(Register, new ParameterNote("value", "A decimal number.", "7") { Rule = Number, IsRequired = true })
            .MapsArgument("name", "regName")
            .ProducesText(ProblemTypes.MissingParameter, ProblemTypes.Unsupported);
        routes.MapPost("/core/step", async (CancellationToken cancellationToken) =>
            {
                await emulator.StepInstructionAsync(cancellationToken);
                return MgbaHttpEndpoints.Done;
            })
            .Needs(Scope.Write)
            .Describe("CoreStep", "Runs one CPU instruction", "Runs one instruction, not one frame. The game then continues as before.")
            .TakesQuery()
            .ProducesText(ProblemTypes.Unsupported);
    }

    private static void MapFact(
        IEndpointRouteBuilder routes, EmulatorClient emulator, string path, string name, string summary, string description,
        Func<EmulatorFacts, string> fact) =>
        routes.MapGet(path, async (CancellationToken cancellationToken) => fact(await GetFactsAsync(emulator, cancellationToken)))
            .Needs(Scope.Read)
            .Describe(name, summary, description)
            .TakesQuery()
            .ProducesText();

    // The game may have changed since the bridge connected and received the facts.
    private static async Task<EmulatorFacts> GetFactsAsync(EmulatorClient emulator, CancellationToken cancellationToken)
    {
        await emulator.RefreshAsync(cancellationToken);
        return emulator.Status.Facts is { Platform: not "none" } facts
            ? facts
            : throw new EmulatorException(EmulatorFailure.NoGame, "No game is loaded in mGBA.");
    }

    private static async Task<string> GetPlatformAsync(EmulatorClient emulator, CancellationToken cancellationToken)
    {
        if (emulator.State == EmulatorState.NoGame)
            return NoPlatform;
        await emulator.RefreshAsync(cancellationToken);
        return emulator.Status.Facts?.Platform switch { "GBA" => "0", "GB" => "1", _ => NoPlatform };
    }

    private static async Task<string> GetCodeAsync(EmulatorClient emulator, CancellationToken cancellationToken)
    {
        var facts = await GetFactsAsync(emulator, cancellationToken);
        if (facts.Platform == "GBA")
            return $"AGB-{facts.Code}";
        var (flag, _, _) = await emulator.ReadValueAsync(GameBoyColorFlag, width: 1, domain: null, cancellationToken);
        return $"{(flag == ColorOnly ? "CGB" : "DMG")}-{facts.Code}";
    }

    private static string NameOf(string? register) =>
        RegisterEndpoints.IsName(MgbaHttpQuery.Required(register, Register.Name, "a register's name, like r0"))
            ? register!
            : throw Parameters.Refuse(Register.Name, register!, "a register's name, like r0");
}
