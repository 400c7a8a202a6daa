using Bridge.Api.Errors;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Framing;

namespace Bridge.Api.Endpoints;

/// <summary>The operations of one batch: what is asked of the emulator, and how each result is told.</summary>
internal sealed class BatchOperations
{
    private static readonly OperationAnswer Done = new();
    private static readonly OperationAnswer Skipped = new(Skipped: true);

    // The members of each operation, those that it needs first.
    private static readonly Dictionary<string, string[]> Members = new()
    {
        ["read"] = ["address", "type", "length", "domain"],
        ["write"] = ["address", "type", "value", "hex", "domain"],
        ["guard"] = ["address", "is", "value", "type", "domain"],
        ["press"] = ["buttons", "hold", "release"],
        ["hold"] = ["buttons"],
        ["release"] = [],
        ["screen"] = [],
        ["register"] = ["name", "value"],
    };

    private readonly EmulatorClient _client;
    private readonly List<Func<BatchResult, OperationAnswer>> _answers = [];

    private BatchOperations(EmulatorClient client) => _client = client;

    public EmulatorBatch Batch { get; } = new();

    /// <summary>Reads all of them, before any is sent.</summary>
    /// <exception cref="RequestException">One of them, or their number, is not acceptable.</exception>
    public static BatchOperations Read(EmulatorClient client, IReadOnlyList<BatchOperation?>? operations)
    {
        if (operations is null)
            throw new RequestException(ProblemTypes.MissingParameter, "operations is missing; it lists what to do.", "operations");
        CheckCount(operations.Count, "operations", "operations");
        var all = new BatchOperations(client);
        for (var i = 0; i < operations.Count; i++)
        {
            var name = $"operations[{i}]";
            var operation = operations[i] ?? throw IsNull(name);
            CheckMembers(operation, name);
            all._answers.Add(all.Add(operation, $"{name}."));
        }

        return all;
    }

    /// <summary>All operations and their members, in a sentence.</summary>
    public static string Describe() =>
        string.Join("; ", Members.Select(pair => pair.Value.Length == 0 ? pair.Key : $"{pair.Key} ({string.Join(", ", pair.Value)})"));

    /// <summary>Refuses a batch that is empty or too long; <paramref name="name"/> is what holds the operations.</summary>
    public static void CheckCount(int count, string name, string noun)
    {
        if (count is < 1 or > WireLimits.BatchOperations)
            throw new RequestException(ProblemTypes.InvalidParameter, $"{name} has {count} {noun}; it has 1 to {WireLimits.BatchOperations}.", name);
    }

    public static RequestException IsNull(string name) => new(ProblemTypes.InvalidBody, $"{name} is null; it is an object.", name);

    public OperationAnswer[] Describe(IReadOnlyList<BatchResult> results) =>
        [.. results.Select((result, i) => result.Skipped ? Skipped : _answers[i](result))];

    private static void CheckMembers(BatchOperation operation, string name)
    {
        if (operation.Op is null)
            throw Missing($"{name}.op", $"one of {string.Join(", ", Members.Keys)}");
        if (!Members.TryGetValue(operation.Op, out var members))
            throw Parameters.Refuse($"{name}.op", operation.Op, $"one of {string.Join(", ", Members.Keys)}");
        if (operation.Members().FirstOrDefault(member => !members.Contains(member)) is { } foreign)
        {
            throw new RequestException(ProblemTypes.InvalidBody,
                $"{name}.{foreign} does not belong to {operation.Op}, which takes {(members.Length == 0 ? "nothing more" : string.Join(", ", members))}.",
                $"{name}.{foreign}");
        }
    }

    private Func<BatchResult, OperationAnswer> Add(BatchOperation operation, string prefix)
    {
        switch (operation.Op)
        {
            case "read":
                return AddRead(operation, prefix);
            case "write":
                AddWrite(operation, prefix);
                return static _ => Done;
            case "guard":
                AddGuard(operation, prefix);
                return static result => new OperationAnswer(Passed: result.Number == 1);
            case "press":
                AddPress(operation, prefix);
                return static result => new OperationAnswer(Id: result.Number);
            case "hold":
                Batch.Hold(ButtonsOf(operation, prefix, least: 0));
                return static _ => Done;
            case "release":
                Batch.Release();
                return static _ => Done;
            case "screen":
                Batch.TakePicture();
                return static result => new OperationAnswer(Png: result.Payload.ToArray());
            default:
                return AddRegister(operation, prefix);
        }
    }

    private Func<BatchResult, OperationAnswer> AddRead(BatchOperation operation, string prefix)
    {
        var place = MemoryPlace.Add(Batch, _client, new PlaceToRead(operation.Address, operation.Type, operation.Length, operation.Domain), prefix);
        return result => place.Value(result) is { } value ? new OperationAnswer(Value: value) : new OperationAnswer(Hex: result.Payload);
    }

    private void AddWrite(BatchOperation operation, string prefix)
    {
        var (address, domain) = PlaceOf(operation, prefix);
        if (operation.Hex is { } digits)
        {
            if (operation.Value is not null || operation.Type is not null)
                throw new RequestException(ProblemTypes.InvalidParameter, $"{prefix}hex excludes value and type; it is the bytes to write.", $"{prefix}hex");
            var bytes = HexDigits.Parse(digits, $"{prefix}hex");
            BusLimit.Check(_client, address, bytes.Length, domain, $"{prefix}address");
            Batch.WriteRange(address, bytes, domain);
            return;
        }

        var value = operation.Value ?? throw Missing($"{prefix}value", "the number to write; or hex, the bytes");
        var type = MemoryType.Parse(operation.Type ?? "u8", $"{prefix}type");
        BusLimit.Check(_client, address, type.Width, domain, $"{prefix}address");
        Batch.WriteValue(address, type.Width, type.ToWire(value, $"{prefix}value"), domain);
    }

    private void AddGuard(BatchOperation operation, string prefix)
    {
        var (address, domain) = PlaceOf(operation, prefix);
        var type = MemoryType.Parse(operation.Type ?? "u8", $"{prefix}type");
        BusLimit.Check(_client, address, type.Width, domain, $"{prefix}address");
        var comparison = operation.Is ?? throw Missing($"{prefix}is", "eq, ne, lt, le, gt, ge or mask");
        var value = operation.Value ?? throw Missing($"{prefix}value", "the number to compare with");
        Batch.Guard(address, type.Name, domain, type.Condition(comparison, value, prefix));
    }

    private void AddPress(BatchOperation operation, string prefix)
    {
        var hold = Parameters.InRange(operation.Hold ?? ButtonEndpoints.DefaultHold, $"{prefix}hold", 1, WireLimits.HoldFrames);
        var release = Parameters.InRange(operation.Release ?? ButtonEndpoints.DefaultRelease, $"{prefix}release", 1, WireLimits.ReleaseFrames);
        Batch.Press(ButtonsOf(operation, prefix, least: 1), hold, release);
    }

    private Func<BatchResult, OperationAnswer> AddRegister(BatchOperation operation, string prefix)
    {
        var name = RegisterEndpoints.Name(operation.Name ?? throw Missing($"{prefix}name", "the name of a register"), $"{prefix}name");
        if (operation.Value is not { } value)
        {
            Batch.ReadRegister(name);
            return static result => new OperationAnswer(Value: result.Number);
        }

        Batch.WriteRegister(name, RegisterEndpoints.Value(value, $"{prefix}value"));
        return static _ => Done;
    }

    private static (MemoryAddress Address, string? Domain) PlaceOf(BatchOperation operation, string prefix)
    {
        var text = operation.Address ?? throw Missing($"{prefix}address", "an address, or a chain of pointers");
        var address = Parameters.Address(text, $"{prefix}address");
        return (address, Parameters.Domain(operation.Domain, address, $"{prefix}domain"));
    }

    private Buttons ButtonsOf(BatchOperation operation, string prefix, int least) => operation.Buttons is { } names && names.Count >= least
        ? ButtonNames.Parse(names, $"{prefix}buttons", _client.Status.Facts?.Platform)
        : throw Missing($"{prefix}buttons", "a list of buttons, like A");

    private static RequestException Missing(string name, string accepted) =>
        new(ProblemTypes.MissingParameter, $"{name} is missing{(name.EndsWith("buttons", StringComparison.Ordinal) ? " or empty" : "")}; it is {accepted}.", name);
}
