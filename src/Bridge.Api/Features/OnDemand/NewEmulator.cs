using System.Globalization;
using System.Text.Json;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Features.Roms;
using Bridge.Api.Features.States;
using Bridge.SocketPool;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.Api.Features.OnDemand;

/// <summary>A valid request for an emulator.</summary>
/// <param name="Request">What the client wants.</param>
/// <param name="Plan">What the emulator runs.</param>
/// <param name="State">The named state to start from, and the emulator that saved it; null: a reset.</param>
/// <param name="Lease">The time without use after which it ends; null: never.</param>
/// <param name="Labels">Its labels.</param>
internal sealed record NewEmulator(
    CreateRequest Request, HostPlan Plan, (string Emulator, string Name)? State, TimeSpan? Lease,
    IReadOnlyDictionary<string, string> Labels)
{
    /// <summary>Gets the name that the client chose; null: any.</summary>
    public string? Name => Request.Name;

    /// <summary>Gets the name of the ROM.</summary>
    public string Rom { get; private init; } = "";

    /// <summary>Gets how long the creation waits for a place.</summary>
    public TimeSpan Wait => WaitOf(Request.Wait);

    /// <summary>Gets the name that the bridge chose; null: a new one.</summary>
    public string? GivenName { get; init; }

    /// <summary>Gets the Idempotency-Key, and whose it is; null: none.</summary>
    public string? Key { get; init; }

    /// <summary>Gets the client's header Authorization, which another host of the fleet checks again; null: none.</summary>
    public string? Authorization { get; init; }

    /// <summary>Gets the state to start from, as bytes; null: none.</summary>
    public ReadOnlyMemory<byte>? Checkpoint { get; init; }

    /// <summary>Gets from what it was restored; null: it is new.</summary>
    public RestoredDescription? Restored { get; init; }

    /// <summary>Gets the request as JSON, without differences of its spelling.</summary>
    public string Canonical => JsonSerializer.Serialize(Request, OnDemandJson.Context.CreateRequest);

    /// <exception cref="RequestException">A member is missing or invalid.</exception>
    public static NewEmulator Read(CreateRequest request)
    {
        if (request.Name is { } name && !EmulatorClient.IsName(name))
            throw Parameters.Refuse("name", name, "1 to 32 characters of a-z, 0-9 and -, not starting with -");
        var (state, lease, labels) = (StateOf(request.State), LeaseOf(request.Lease), LabelsOf(request.Labels));
        // WithRomOf adds the path of the ROM.
        var plan = new HostPlan(Rom: "", request.Speed ?? OnDemandRules.Speed.Default!.Value, request.Model, request.Clock);
        Check(plan);
        WaitOf(request.Wait);
        if (request.Checkpoint is { } checkpoint)
            EverySecondsOf(checkpoint);
        RomFolder.CheckName(request.Rom ?? throw Parameters.Missing("rom", "a ROM's name, as GET …/roms lists it"), "rom");
        return new NewEmulator(request, plan, state, lease, labels);
    }

    /// <summary>Returns the same with the file of the ROM.</summary>
    /// <exception cref="RequestException">This host has no such ROM.</exception>
    public NewEmulator WithRomOf(RomFolder roms)
    {
        try
        {
            var rom = roms.Find(Request.Rom!);
            return this with { Rom = rom.Name, Plan = Plan with { Rom = rom.Path } };
        }
        catch (RequestException refused) when (refused.Parameter is not null)
        {
            throw refused.As("rom");
        }
    }

    /// <summary>Checks how an emulator is to run.</summary>
    /// <exception cref="RequestException">The speed, the model or the clock is invalid.</exception>
    public static void Check(HostPlan plan)
    {
        if (plan.Model is { } model && !OnDemandRules.Model.Accepts(model))
            throw Parameters.Refuse("model", model, $"one of {OnDemandRules.Model.Names}");
        OnDemandRules.Speed.Check(plan.Speed,
            string.Create(CultureInfo.InvariantCulture, $"0 (unlimited) or {SpeedCommands.Slowest} to {SpeedCommands.Fastest}"));
        if (plan.Clock is { } clock && !OnDemandRules.Clock.Accepts(clock))
        {
            throw Parameters.Refuse("clock", clock.ToString(CultureInfo.InvariantCulture),
                $"{OnDemandRules.Clock.Min} to {OnDemandRules.Clock.Max}, in seconds since 1970");
        }
    }

    /// <summary>Returns the duration of a lease; null: forever.</summary>
    /// <param name="setting">What the client set; null: the default.</param>
    /// <exception cref="RequestException">It is out of range.</exception>
    public static TimeSpan? LeaseOf(LeaseSetting? setting) => setting switch
    {
        null => EmulatorLease.Default,
        { Seconds: null } => null,
        { Seconds: double seconds } => TimeSpan.FromSeconds(
            OnDemandRules.Seconds.Check(seconds, $"1 to {EmulatorLease.MaxSeconds}, or null for no end")),
    };

    /// <summary>Returns how long a creation waits for a place.</summary>
    /// <exception cref="RequestException">It is out of range.</exception>
    public static TimeSpan WaitOf(double? wait) =>
        TimeSpan.FromSeconds(OnDemandRules.Wait.Check(wait ?? OnDemandRules.Wait.Default!.Value, "0 to 60"));

    /// <summary>Returns the time between two checkpoints.</summary>
    /// <exception cref="RequestException">It is missing or out of range.</exception>
    public static double EverySecondsOf(CheckpointSetting checkpoint) => OnDemandRules.EverySeconds.Check(
        checkpoint.EverySeconds ?? throw Parameters.Missing("checkpoint.everySeconds", "1 to 3600"), "1 to 3600");

    /// <summary>Returns the name of the emulator that saved a state, which may be invalid.</summary>
    public static string OwnerOf(StateChoice state) => state.Emulator ?? "default";

    /// <summary>Returns labels that are valid; null: none.</summary>
    /// <exception cref="RequestException">There are too many, or one is invalid.</exception>
    public static Dictionary<string, string> LabelsOf(IReadOnlyDictionary<string, string?>? labels)
    {
        var rule = OnDemandRules.Labels;
        var checkedLabels = new Dictionary<string, string>();
        if (labels is null)
            return checkedLabels;
        if (labels.Count > rule.Max)
            throw Parameters.Refuse("labels", $"{labels.Count}", $"at most {rule.Max} labels");
        foreach (var (name, value) in labels)
        {
            if (!rule.Name.HasLength(name) || name.Contains(':', StringComparison.Ordinal) || CreatedEmulator.HasControls(name))
            {
                throw Parameters.Refuse("labels", name,
                    $"names of {rule.Name.Min} to {rule.Name.Max} characters without a colon and control characters");
            }

            checkedLabels[name] = value is not null && rule.Value.HasLength(value) && !CreatedEmulator.HasControls(value)
                ? value
                : throw Parameters.Refuse($"labels.{name}", value ?? "null",
                    $"a text of up to {rule.Value.Max} characters without control characters");
        }

        return checkedLabels;
    }

    private static (string Emulator, string Name)? StateOf(StateChoice? state)
    {
        if (state is null)
            return null;
        var name = StateName.Check(state.Name ?? throw Parameters.Missing("state.name", "a state's name, as GET …/states lists it"));
        var emulator = OwnerOf(state);
        return EmulatorClient.IsName(emulator)
            ? (emulator, name)
            : throw Parameters.Refuse("state.emulator", emulator, "an emulator's name");
    }
}
