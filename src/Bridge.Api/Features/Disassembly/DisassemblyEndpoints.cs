using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Features.Symbols;
using Bridge.Api.Server.Security;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.Api.Features.Disassembly;

/// <summary>Maps the disassembly of machine code.</summary>
internal static class DisassemblyEndpoints
{
    public static void MapDisassembly(this IEndpointRouteBuilder routes) => routes.MapGet("/disassembly", GetAsync)
        .WithTags("Registers")
        .Needs(Scope.Read)
        .Describe("Disassemble", "Disassembles instructions in memory",
            "ARM and Thumb on the GBA, SM83 on the Game Boy, as mGBA writes them. Between two frames the processor often waits in the BIOS "
            + "for the next one. Fewer instructions than lines come where the memory ends. Only the bundled emulator disassembles; others "
            + "respond with 501.")
        .TakesQuery(
            new ParameterNote("address",
                "Where the first instruction is: an address on the bus, a symbol or a chain of pointers. Default: what the processor runs "
                + "next.",
                "0x080000C0") { Rule = PointerChain.AddressRule },
            new ParameterNote("lines", "The number of instructions.", "8") { Rule = DisassemblyRules.Lines },
            new ParameterNote("mode",
                "arm or thumb on the GBA, sm83 on the Game Boy. Default: thumb at an odd address of a GBA, as in a pointer to a function; "
                + "else what the processor runs now.", "arm") { Rule = DisassemblyRules.Mode })
        .Produces<DisassemblyResponse>()
        .RefusesLikeACommand(ProblemTypes.InvalidParameter, ProblemTypes.BadRequest, ProblemTypes.OutOfRange, ProblemTypes.Unsupported);

    private static async Task<DisassemblyResponse> GetAsync(
        string emulator, string? address, string? lines, string? mode, EmulatorDirectory emulators, SymbolStores symbols,
        CancellationToken cancellationToken)
    {
        var client = emulators.Get(emulator);
        var ofGame = await symbols.Of(client).ReadyAsync();
        var at = address is null ? (MemoryAddress?)null : Parameters.OnBus(address, ofGame);
        var count = (int)DisassemblyRules.Lines.ParseOrDefault(lines);
        if (mode is not null && !DisassemblyRules.Mode.Accepts(mode))
            throw Parameters.Refuse("mode", mode, DisassemblyRules.Mode.Names);
        var code = await client.DisassembleAsync(at, count, mode, cancellationToken);
        var names = ofGame();
        return new DisassemblyResponse(code.Mode, [.. code.Instructions.Select(each => Describe(each, names))], code.Frame);
    }

    private static DisassembledInstruction Describe(Instruction instruction, GameNames? names) => new(
        Parameters.Hex(instruction.Address), instruction.Bytes, instruction.Text, names?.Nearest(instruction.Address, null),
        names is not null && BranchTarget.Of(instruction.Text) is { } target ? names.Nearest(target, null) : null);
}
