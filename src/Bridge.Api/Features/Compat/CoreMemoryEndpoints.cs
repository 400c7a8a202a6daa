using System.Globalization;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Memory;
using Bridge.Api.Server.Inline;
using Bridge.Api.Server.Security;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;

namespace Bridge.Api.Features.Compat;

/// <summary>Maps /core: memory by its address on the bus.</summary>
internal static class CoreMemoryEndpoints
{
    private static readonly ParameterNote Address = new("address",
        "Address on the bus, in hexadecimal with 0x or in decimal.", "0x02000020")
        { Rule = PointerChain.NumberRule, IsRequired = true };

    internal static readonly ParameterNote Length = new("length", "Bytes, in decimal or in hexadecimal with 0x.", "16")
        { Rule = MemoryRules.RangeLength, IsRequired = true };

    public static void MapCoreMemory(this IEndpointRouteBuilder routes, EmulatorClient emulator)
    {
        foreach (var width in new[] { 1, 2, 4 })
        {
            routes.MapGet($"/core/read{8 * width}",
                (string? address, HttpContext context) => ReadAsync(emulator, address, width, domain: null, context))
                .Needs(Scope.Read)
                .Describe($"CoreRead{8 * width}", $"Reads {8 * width} bits", "Little-endian at any alignment, unsigned, in decimal.")
                .TakesQuery(Address)
                .ProducesText(ProblemTypes.MissingParameter, ProblemTypes.OutOfRange)
                .RunInline();
            routes.MapPost($"/core/write{8 * width}", (string? address, string? value, HttpContext context) =>
                    WriteAsync(emulator, address, value, width, domain: null, context))
                .Needs(Scope.Write)
                .Describe($"CoreWrite{8 * width}", $"Writes {8 * width} bits", "Little-endian at any alignment.")
                .TakesQuery(Address with { Example = "0x02000300" }, Value(width))
                .ProducesText(ProblemTypes.MissingParameter, ProblemTypes.OutOfRange, ProblemTypes.ReadOnlyMemory)
                .RunInline();
        }

        routes.MapGet("/core/readrange",
            (string? address, string? length, HttpContext context) => ReadRangeAsync(emulator, address, length, domain: null, context))
            .Needs(Scope.Read)
            .Describe("CoreReadRange", "Reads bytes",
                "Returns two hexadecimal digits for each byte, separated by commas. Past the end of a region, returns what mGBA's bus "
                + "returns.")
            .TakesQuery(Address, Length)
            .ProducesText(ProblemTypes.MissingParameter, ProblemTypes.OutOfRange)
            .RunInline();
    }

    internal static async Task<string> ReadAsync(EmulatorClient emulator, string? address, int width, string? domain, HttpContext context)
    {
        var start = MgbaHttpQuery.Address(address);
        var (value, _, _) = await emulator.ReadValueAsync(
            start, width, domain, context.RequestAborted, InlineScheduling.CanRunInline(context));
        return value.ToString(CultureInfo.InvariantCulture);
    }

    internal static async Task<string> WriteAsync(
        EmulatorClient emulator, string? address, string? value, int width, string? domain, HttpContext context)
    {
        var start = MgbaHttpQuery.Address(address);
        var rule = RuleOf(width);
        // The mask makes a negative number of 8 bits unsigned: -1 becomes 255.
        var wire = (uint)(MgbaHttpQuery.Number(value, rule) & rule.Max);
        await emulator.WriteValueAsync(
            start, width, wire, domain, context.RequestAborted, InlineScheduling.CanRunInline(context));
        return MgbaHttpEndpoints.Done;
    }

    internal static async Task ReadRangeAsync(EmulatorClient emulator, string? address, string? length, string? domain, HttpContext context)
    {
        var start = MgbaHttpQuery.Address(address);
        var count = MgbaHttpQuery.Length(length, MemoryRules.RangeLength);
        var isInline = InlineScheduling.CanRunInline(context);
        using var reply = await (start.Chain is null
            ? emulator.ReadSpanAsync(start.Number, count, domain, context.RequestAborted, isInline)
            : emulator.ReadRangeAsync(start, count, domain, context.RequestAborted, isInline));
        HexList.Write(context.Response, reply.Payload.Span);
    }

    internal static ParameterNote Value(int width) =>
        new("value", "A decimal number.", "7") { Rule = RuleOf(width), IsRequired = true };

    // As mGBA-http declares them: a signed number for 8 bits, unsigned ones for the others.
    private static IntegerRule RuleOf(int width) =>
        new("value", width == 1 ? sbyte.MinValue : 0, (1L << (8 * width)) - 1);
}
