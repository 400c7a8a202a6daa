using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Input;
using Bridge.Api.Features.Memory;
using Bridge.Api.Server.Security;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Framing;
using Members = Bridge.Api.Features.Batch.OperationMembers;

namespace Bridge.Api.Features.Batch;

/// <summary>Converts the operations of a request into a batch for the emulator, and its results into responses.</summary>
internal sealed class BatchOperations
{
    private static readonly OperationResponse Empty = new();
    private static readonly OperationResponse Skipped = new(Skipped: true);

    private static readonly Dictionary<string, Kind> Kinds = new()
    {
        ["read"] = new(Members.Address | Members.Type | Members.Length | Members.Domain, AddRead),
        ["write"] = new(Members.Address | Members.Type | Members.Value | Members.Hex | Members.Domain, AddWrite, Scope.Write),
        ["guard"] = new(Members.Address | Members.Type | Members.Is | Members.Value | Members.Domain, AddGuard),
        ["press"] = new(Members.Buttons | Members.Hold | Members.Release, AddPress, Scope.Input),
        ["sequence"] = new(Members.Steps | Members.Repeat, AddSequence, Scope.Input),
        ["hold"] = new(Members.Buttons, AddHold, Scope.Input),
        ["release"] = new(Members.None, AddRelease, Scope.Input),
        ["screen"] = new(Members.None, AddScreen),
        ["register"] = new(Members.Name | Members.Value, AddRegister),
    };

    private readonly EmulatorClient _client;
    private readonly SymbolsNow _symbols;
    private readonly List<Func<BatchResult, OperationResponse>> _responses = [];

    private BatchOperations(EmulatorClient client, SymbolsNow symbols) => (_client, _symbols) = (client, symbols);

    public EmulatorBatch Batch { get; } = new();

    /// <summary>Gets the scopes that the operations need besides <see cref="Scope.Read"/>.</summary>
    public Scope Needs { get; private set; }

    /// <summary>Validates all operations, before any of them is sent.</summary>
    /// <exception cref="RequestException">An operation, or their number, is invalid.</exception>
    public static BatchOperations Read(EmulatorClient client, IReadOnlyList<BatchOperation?>? operations, SymbolsNow symbols)
    {
        var all = new BatchOperations(client, symbols);
        BodyList.Read(operations ?? throw Parameters.Missing("operations", "a list of operations"), "operations",
            operation =>
            {
                var kind = KindOf(operation);
                all.Needs |= kind.Needs;
                all._responses.Add(kind.Add(all, operation));
            });
        return all;
    }

    /// <summary>Gets the members that each kind of operation takes.</summary>
    public static IEnumerable<(string Op, Members Takes)> Takes => Kinds.Select(pair => (pair.Key, pair.Value.Takes));

    /// <summary>Returns all operations and their members as one sentence, for the documentation.</summary>
    public static string Describe() =>
        string.Join("; ", Kinds.Select(pair => pair.Value.Takes == Members.None ? pair.Key : $"{pair.Key} ({Names(pair.Value.Takes)})"));

    /// <summary>Converts the results, which are in the order of the operations.</summary>
    public OperationResponse[] ToResponses(IReadOnlyList<BatchResult> results)
    {
        var responses = new OperationResponse[results.Count];
        for (var i = 0; i < responses.Length; i++)
            responses[i] = results[i].Skipped ? Skipped : _responses[i](results[i]);
        return responses;
    }

    private static Kind KindOf(BatchOperation operation)
    {
        if (operation.Op is not { } op)
            throw Parameters.Missing("op", $"one of {string.Join(", ", Kinds.Keys)}");
        if (!Kinds.TryGetValue(op, out var kind))
            throw Parameters.Refuse("op", op, $"one of {string.Join(", ", Kinds.Keys)}");
        // Members that are present but don't belong to this kind of operation.
        if ((operation.Given() & ~kind.Takes) is not Members.None and var excess)
        {
            throw new RequestException(ProblemTypes.InvalidBody,
                $"{Names(excess)} can't be used with {op}, which takes {(kind.Takes == Members.None ? "no members" : Names(kind.Takes))}.",
                Names(excess).Split(',')[0]);
        }

        return kind;
    }

    private static string Names(Members members) => members.ToString().ToLowerInvariant();

    private static Func<BatchResult, OperationResponse> AddRead(BatchOperations all, BatchOperation operation)
    {
        var place = MemoryPlace.Add(all.Batch,
            new PlaceToRead(operation.Address, operation.Type, operation.Length, operation.Domain), all._symbols);
        return result => place.Value(result) is { } value
            ? new OperationResponse(Value: value)
            : new OperationResponse(Hex: result.Payload);
    }

    private static Func<BatchResult, OperationResponse> AddWrite(BatchOperations all, BatchOperation operation)
    {
        if (operation.Hex is { } digits)
        {
            if ((operation.Given() & (Members.Value | Members.Type)) != Members.None)
                throw new RequestException(ProblemTypes.InvalidParameter, "hex can't be combined with value or type.", "hex");
            var bytes = HexDigits.Parse(digits, "hex");
            var (begin, ofDomain) = all.PlaceOf(operation);
            all.Batch.WriteRange(begin, bytes, ofDomain);
            return static _ => Empty;
        }

        var value = operation.Value ?? throw Parameters.Missing("value", "the number to write, or hex for bytes");
        var place = all.PlaceOf(operation);
        var type = MemoryType.ParseOrDefault(operation.Type, place.Number);
        all.Batch.WriteValue(place.Address, type.Width, type.ToWire(value), place.Domain);
        return static _ => Empty;
    }

    private static Func<BatchResult, OperationResponse> AddGuard(BatchOperations all, BatchOperation operation)
    {
        var comparison = operation.Is ?? throw Parameters.Missing("is", $"one of {MemoryType.ComparisonNames}");
        var value = operation.Value ?? throw Parameters.Missing("value", "the number to compare with");
        var place = all.PlaceOf(operation);
        var type = MemoryType.ParseOrDefault(operation.Type, place.Number);
        all.Batch.Guard(place.Address, type.Name, place.Domain, type.Condition(comparison, value));
        return static result => new OperationResponse(Passed: result.Number == 1);
    }

    private static Func<BatchResult, OperationResponse> AddPress(BatchOperations all, BatchOperation operation)
    {
        var buttons = all.ButtonsOf(operation);
        if (buttons == Buttons.None)
            throw Parameters.Missing("buttons", "one or more buttons to press together, like A");
        var hold = InputRules.Hold.Of(operation.Hold);
        var release = InputRules.Release.Of(operation.Release);
        all.Batch.Press(buttons, hold, release);
        return static result => new OperationResponse(Id: result.Number);
    }

    private static Func<BatchResult, OperationResponse> AddSequence(BatchOperations all, BatchOperation operation)
    {
        all.Batch.Play(SequenceSteps.Read(all._client, operation.Steps, operation.Repeat));
        return static result => new OperationResponse(Id: result.Number);
    }

    private static Func<BatchResult, OperationResponse> AddHold(BatchOperations all, BatchOperation operation)
    {
        all.Batch.Hold(all.ButtonsOf(operation));
        return static result => new OperationResponse(ChangesAt: result.Held.ChangesAt);
    }

    private static Func<BatchResult, OperationResponse> AddRelease(BatchOperations all, BatchOperation operation)
    {
        all.Batch.Release();
        return static result => new OperationResponse(Dropped: result.Released.Dropped, ChangesAt: result.Released.ChangesAt);
    }

    private static Func<BatchResult, OperationResponse> AddScreen(BatchOperations all, BatchOperation operation)
    {
        all.Batch.TakePicture();
        return static result => new OperationResponse(Png: result.Payload.ToArray());
    }

    private static Func<BatchResult, OperationResponse> AddRegister(BatchOperations all, BatchOperation operation)
    {
        var name = RegisterEndpoints.NameOf(operation.Name ?? throw Parameters.Missing("name", "the name of a register"));
        if (operation.Value is not { } value)
        {
            all.Batch.ReadRegister(name);
            return static result => new OperationResponse(Value: result.Number);
        }

        all.Needs |= Scope.Write;
        all.Batch.WriteRegister(name, RegisterEndpoints.ValueOf(value));
        return static _ => Empty;
    }

    private AddressedPlace PlaceOf(BatchOperation operation) =>
        Parameters.Place(operation.Address, operation.Domain, _symbols);

    private Buttons ButtonsOf(BatchOperation operation) => ButtonNames.Parse(
        operation.Buttons ?? throw Parameters.Missing("buttons", "a list of buttons, like A"), "buttons", _client.Status.Facts?.Platform);

    /// <summary>
    /// Defines a kind of operation: the members it takes, a function that adds it to the batch and returns how to convert its result,
    /// and the scope it needs besides <see cref="Scope.Read"/>.
    /// </summary>
    private sealed record Kind(
        Members Takes, Func<BatchOperations, BatchOperation, Func<BatchResult, OperationResponse>> Add, Scope Needs = Scope.None);
}
