using System.Globalization;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Memory;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Framing;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.Api.Features.Breakpoints;

/// <summary>What a breakpoint accepts.</summary>
internal static class BreakpointRules
{
    private static readonly (string Name, BreakpointAccess Access)[] Accesses =
    [
        ("read", BreakpointAccess.Read), ("write", BreakpointAccess.Write), ("access", BreakpointAccess.Read | BreakpointAccess.Write),
        ("change", BreakpointAccess.Change), ("execute", BreakpointAccess.Execute),
    ];

    // As a JSON schema: an execute breakpoint with a condition that names no register.
    private const string RegisterMissing =
        """
        {"required": ["on", "if"], "properties": {"on": {"enum": ["execute"]}, "if": {"not": {"required": ["register"]}}}}
        """;

    private static readonly IntegerRule Value = new("value", 0, uint.MaxValue);
    private static readonly IntegerRule Mask = new("mask", 0, uint.MaxValue, uint.MaxValue);

    private static readonly ChoiceRule On = new([.. Accesses.Select(access => access.Name)])
    {
        Schema = "BreakpointAccess",
        Description = "A read, a write, both (access), a write of another value (change), or an instruction that runs.",
    };

    private static readonly ChoiceRule Compare = new(["eq", "ne", "lt", "le", "gt", "ge"])
    {
        Schema = "BreakpointComparison",
        Description = "How an unsigned number is compared.",
    };

    private static readonly IntegerRule Length = new("length", 1, WireLimits.BreakpointBytes, 1);
    private static readonly IntegerRule Limit = new("limit", 1, WireLimits.BreakpointHits);

    private static readonly ChoiceRule Then = new(["log", "stop"])
    {
        Schema = "BreakpointAction",
        Description = "What a hit does besides its event: nothing (log), or the game stops before its next instruction (stop).",
    };

    private static readonly NumberRule StopSeconds = new("stopSeconds", 0.001, WireLimits.MaxStopMilliseconds / 1000.0, 60);

    private static readonly ObjectRule Condition = new(typeof(NewBreakpointCondition),
        new("is", Compare, IsRequired: true), new("value", Value, IsRequired: true), new("mask", Mask),
        new("register", MemoryRules.RegisterName));

    /// <summary>Gets the rule for the id of a breakpoint.</summary>
    public static IntegerRule Id { get; } = new("id", 1, int.MaxValue);

    /// <summary>Gets the rule for a new breakpoint.</summary>
    public static ObjectRule Breakpoint { get; } = new(typeof(NewBreakpoint),
        new("address", PointerChain.AddressRule, IsRequired: true), new("on", On, IsRequired: true), new("length", Length),
        new("if", Condition), new("limit", Limit), new("then", Then), new("stopSeconds", StopSeconds))
    {
        Never =
        [
            RegisterMissing,
            """{"required": ["stopSeconds"], "not": {"required": ["then"], "properties": {"then": {"enum": ["stop"]}}}}""",
        ],
    };

    /// <summary>Gets the rule for a stop.</summary>
    public static ObjectRule Stop { get; } =
        new(typeof(StopRequest), new("stopSeconds", StopSeconds), new("timeoutFrames", StopRules.Timeout));

    /// <summary>Gets the rule for what a game runs until.</summary>
    public static ObjectRule RunUntil { get; } = new(typeof(RunUntilRequest),
        new("address", PointerChain.AddressRule, IsRequired: true), new("on", On), new("length", Length), new("if", Condition),
        new("timeoutFrames", StopRules.Timeout), new("stopSeconds", StopSeconds))
    {
        // A missing on means execute, so a condition needs a register then.
        Never =
        [
            RegisterMissing,
            """
            {"required": ["if"], "not": {"required": ["on"]}, "properties": {"if": {"not": {"required": ["register"]}}}}
            """,
        ],
    };

    /// <summary>Returns the breakpoint of a body, without its address.</summary>
    /// <exception cref="RequestException">A member is invalid or missing.</exception>
    public static Breakpoint Read(NewBreakpoint body)
    {
        if (body.Then is { } then && !Then.Accepts(then))
            throw Parameters.Refuse("then", then, Then.Names);
        var stops = body.Then == "stop";
        if (body.StopSeconds is not null && !stops)
            throw new RequestException(ProblemTypes.InvalidParameter, "stopSeconds requires then to be stop.", "stopSeconds");
        var read = Read(body.On ?? throw Parameters.Missing("on", On.Names), body.Length, body.If);
        return read with { Limit = body.Limit is { } hits ? Limit.Check(hits) : 0, Stop = stops ? TimeOf(body.StopSeconds) : 0 };
    }

    /// <summary>Returns the breakpoint until which a game runs, without its address.</summary>
    /// <exception cref="RequestException">A member is invalid or missing.</exception>
    public static Breakpoint Read(RunUntilRequest body) =>
        Read(body.On ?? "execute", body.Length, body.If) with { Limit = 1, Stop = TimeOf(body.StopSeconds) };

    private static Breakpoint Read(string on, int? length, NewBreakpointCondition? @if)
    {
        var access = Array.Find(Accesses, access => access.Name == on).Access;
        if (access == BreakpointAccess.None)
            throw Parameters.Refuse("on", on, On.Names);
        if (access == BreakpointAccess.Execute && @if is { Register: null })
            throw new RequestException(ProblemTypes.InvalidParameter, "if requires a register, because on is execute.", "if.register");
        // Without a condition each access counts; the mask and the value have no meaning then.
        var (compare, mask, value, register) = @if is { } condition ? Read(condition) : (null, uint.MaxValue, 0u, null);
        return new Breakpoint(
            Id: 0, access, First: 0, Length.Of(length), compare, mask, value, register, Limit: 0, Hits: 0, Stop: 0);
    }

    /// <summary>Converts the length of a stop from seconds to milliseconds; null: the default of 60 seconds.</summary>
    /// <exception cref="RequestException">It is out of range.</exception>
    public static int TimeOf(double? seconds) =>
        (int)Math.Round((seconds is { } given ? StopSeconds.Check(given, "0.001 to 3600") : StopSeconds.Default!.Value) * 1000);

    /// <summary>Returns the name of an access as the API spells it.</summary>
    public static string NameOf(BreakpointAccess access) => Array.Find(Accesses, each => each.Access == access).Name ?? "access";

    private static (string Compare, uint Mask, uint Value, string? Register) Read(NewBreakpointCondition condition)
    {
        var compare = condition.Is ?? throw Parameters.Missing("if.is", Compare.Names);
        if (!Compare.Accepts(compare))
            throw Parameters.Refuse("if.is", compare, Compare.Names);
        var value = condition.Value ?? throw Parameters.Missing("if.value", $"0 to {uint.MaxValue}");
        return (compare, Number(condition.Mask ?? uint.MaxValue, "if.mask"), Number(value, "if.value"),
            condition.Register is { } register ? RegisterEndpoints.NameOf(register, "if.register") : null);
    }

    private static uint Number(long number, string name) => number is >= 0 and <= uint.MaxValue
        ? (uint)number
        : throw Parameters.Refuse(name, number.ToString(CultureInfo.InvariantCulture), $"0 to {uint.MaxValue}");
}
