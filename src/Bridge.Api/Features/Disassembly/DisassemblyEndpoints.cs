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
    public static void MapDisassembly(this IEndpointRouteBuilder routes)
    {
        routes.MapCode();
        routes.MapCallStack();
    }

    private static void MapCode(this IEndpointRouteBuilder routes) => routes.MapGet("/disassembly", GetAsync)
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

    private static void MapCallStack(this IEndpointRouteBuilder routes) => routes.MapGet("/callstack", GetCallStackAsync)
        .WithTags("Registers")
        .Needs(Scope.Read)
        .Describe("GetCallStack", "Returns the calls that led to where the processor is",
            "Addresses on the stack that are behind a call instruction, at most 64 in its next 4,096 bytes (Game Boy 512), the latest "
            + "first; on a GBA the register lr comes first. That is a guess: consoles keep no list of calls, and an address may be left "
            + "from an older one. Most useful while the game is stopped, because between two frames it often waits.")
        .TakesQuery()
        .Produces<CallStackResponse>()
        .RefusesLikeACommand(ProblemTypes.Unsupported);

    private static async Task<CallStackResponse> GetCallStackAsync(
        string emulator, EmulatorDirectory emulators, SymbolStores symbols, CancellationToken cancellationToken)
    {
        var client = emulators.Get(emulator);
        var names = (await symbols.Of(client).ReadyAsync())();
        var stack = await client.GetCallStackAsync(cancellationToken);
        return new CallStackResponse(
            Parameters.Hex(stack.ProgramCounter),
            [
                .. stack.Calls.Select(call => new CallDescription(
                    Parameters.Hex(call.Call), Parameters.Hex(call.ReturnsTo), call.Place is { } place ? Parameters.Hex(place) : null,
                    names?.Nearest(call.Call, domain: null))),
            ],
            stack.Frame);
    }

    private static async Task<DisassemblyResponse> GetAsync(
        string emulator, string? address, string? lines, string? mode, EmulatorDirectory emulators, SymbolStores symbols,
        CancellationToken cancellationToken)
    {
        var client = emulators.Get(emulator);
        var symbolsNow = await symbols.Of(client).ReadyAsync();
        var at = address is null ? (MemoryAddress?)null : Parameters.OnBus(address, symbolsNow);
        var count = (int)DisassemblyRules.Lines.ParseOrDefault(lines);
        if (mode is not null && !DisassemblyRules.Mode.Accepts(mode))
            throw Parameters.Refuse("mode", mode, DisassemblyRules.Mode.Names);
        var code = await client.DisassembleAsync(at, count, mode, cancellationToken);
        var names = symbolsNow();
        return new DisassemblyResponse(code.Mode, [.. code.Instructions.Select(each => Describe(each, names))], code.Frame);
    }

    private static DisassembledInstruction Describe(Instruction instruction, GameNames? names) => new(
        Parameters.Hex(instruction.Address), instruction.Bytes, instruction.Text, names?.Nearest(instruction.Address, domain: null),
        names is not null && BranchTarget.Of(instruction.Text) is { } target ? names.Nearest(target, domain: null) : null);
}
