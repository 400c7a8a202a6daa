using System.Globalization;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Server.Bodies;
using Bridge.Api.Server.Security;
using Bridge.SocketPool.Commands;

namespace Bridge.Api.Features.Memory;

/// <summary>Maps the registers of the CPU.</summary>
internal static class RegisterEndpoints
{
    private static readonly ParameterNote RegisterName = new("name",
        "The name of a register in any case: r0 to r15, cpsr, sp, lr, pc, ip on the GBA; a, f, b, c, d, e, h, l, sp, pc, af, bc, de, hl on "
        + "the Game Boy.", "r0") { Rule = MemoryRules.RegisterName };

    public static void MapRegisters(this IEndpointRouteBuilder routes)
    {
        var registers = routes.MapGroup("/registers").WithTags("Registers");
        registers.MapGet("", ListAsync)
            .Needs(Scope.Read)
            .Describe("ListRegisters", "Lists all registers of the processor", "The values between two frames, unsigned.")
            .TakesQuery()
            .Produces<RegisterList>()
            .RefusesLikeACommand(ProblemTypes.Unsupported);
        registers.MapGet("/{name}", ReadAsync)
            .Needs(Scope.Read)
            .Describe("ReadRegister", "Reads a register", "Values are unsigned: 32 bits on the GBA, 8 or 16 bits on the Game Boy.")
            .TakesPath(RegisterName)
            .TakesQuery()
            .Produces<RegisterValue>()
            .RefusesLikeACommand(ProblemTypes.BadRequest, ProblemTypes.Unsupported);
        registers.MapPut("/{name}", WriteAsync)
            .Needs(Scope.Write)
            .Describe("WriteRegister", "Writes a register",
                "The game continues with the new value, so an invalid program counter or mode crashes the game. The processor may keep "
                + "fewer bits than the request has.")
            .TakesPath(RegisterName with { Example = "r9" })
            .TakesQuery()
            .TakesBody<RegisterWrite>(MemoryRules.RegisterWrite, """{"value": 5}""")
            .Produces<RegisterValue>()
            .RefusesLikeACommand(ProblemTypes.BadRequest, ProblemTypes.Unsupported, ProblemTypes.UnsupportedMediaType);
    }

    /// <summary>Returns whether a CPU may have a register of this name.</summary>
    public static bool IsName(string text) => MemoryRules.RegisterName.HasLength(text) && text.All(char.IsAsciiLetterOrDigit);

    /// <summary>Returns the name as the script spells it. Only the script knows whether the game's CPU has such a register.</summary>
    public static string NameOf(string text, string parameter = "name") => IsName(text)
        ? text.ToLowerInvariant()
        : throw Parameters.Refuse(parameter, text, "a register that GET …/registers lists");

    /// <summary>Returns a value that fits into a 32-bit register.</summary>
    public static uint ValueOf(long value) => value >= MemoryRules.RegisterNumber.Min && value <= MemoryRules.RegisterNumber.Max
        ? (uint)value
        : throw Parameters.Refuse("value", value.ToString(CultureInfo.InvariantCulture), $"0 to {uint.MaxValue}");

    private static async Task<RegisterList> ListAsync(string emulator, EmulatorDirectory emulators, CancellationToken cancellationToken)
    {
        var (registers, frame) = await emulators.Get(emulator).GetRegistersAsync(cancellationToken);
        return new RegisterList(
            [.. registers.Select(register => new RegisterDescription(register.Name, register.Value, Parameters.Hex(register.Value)))],
            frame);
    }

    private static async Task<RegisterValue> ReadAsync(string emulator, string name, EmulatorDirectory emulators,
        CancellationToken cancellationToken)
    {
        name = NameOf(name);
        var (value, frame) = await emulators.Get(emulator).GetRegisterAsync(name, cancellationToken);
        return new RegisterValue(name, value, Parameters.Hex(value), frame);
    }

    private static async Task<RegisterValue> WriteAsync(string emulator, string name, HttpContext context, EmulatorDirectory emulators)
    {
        var client = emulators.Get(emulator);
        name = NameOf(name);
        var body = await JsonBody.ReadAsync(context.Request, MemoryJson.Context.RegisterWrite);
        var value = ValueOf(body.Value ?? throw Parameters.Missing("value", "the number to write"));
        return new RegisterValue(name, value, Parameters.Hex(value), await client.SetRegisterAsync(name, value, context.RequestAborted));
    }
}
