using System.Net;
using System.Text.Json.Nodes;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Tests.Fuzzing;
using Bridge.Testing.Http.Schemas;

namespace Bridge.Api.Tests.Contract.OpenApi;

/// <summary>
/// Compares the limits in the OpenAPI document with the parsers: a value at each limit is accepted, and one past it is refused.
/// </summary>
public sealed class LimitTests : FakedBridge
{
    private const int Tries = 1000;

    private readonly GameFolders _folders;

    public LimitTests() : this(new GameFolders())
    {
    }

    private LimitTests(GameFolders folders)
        : base(("Bridge:FileFolder", folders.Files), ("Bridge:RomFolder", folders.Roms), ("Bridge:StateFolder", folders.States),
            // The max of the setting, so that each value of spread in the document is accepted.
            ("Bridge:Branches:Processes", "64")) =>
        _folders = folders;

    [Fact]
    public async Task Each_limit_of_a_parameter_is_accepted_and_one_past_it_is_refused()
    {
        var (document, findings) = await StartAsync();
        var (random, count) = (new Random(1), 0);
        foreach (var operation in document.Operations)
        {
            foreach (var parameter in operation.Parameters.Where(parameter => parameter.Name != "emulator"))
            {
                var limits = new DocumentedLimits(document, random);
                foreach (var (way, keyword) in limits.Of(parameter.Schema))
                {
                    count++;
                    await CheckAsync(operation, $"{parameter.Name} {keyword}", findings, isPast =>
                    {
                        var value = limits.Make(parameter.Schema, way, keyword, isPast);
                        // A part of a path can't be empty.
                        if (value is null || (parameter.IsInPath && value.ToString().Length == 0))
                            return null;
                        var request = ApiRequest.Make(operation, random, new RandomValue(document, random) { Presence = 0 });
                        request.Parameters[parameter.Name] = value is JsonArray { Count: 0 } ? [""] : parameter.Texts(value);
                        KeepRules(request.Parameters);
                        return request;
                    });
                }
            }
        }

        Assert.True(findings.Count == 0, string.Join('\n', findings));
        Assert.True(count > 150, $"The document has only {count} limits of parameters.");
    }

    [Fact]
    public async Task Each_limit_in_a_body_is_accepted_and_one_past_it_is_refused()
    {
        var (document, findings) = await StartAsync();
        var (random, count) = (new Random(2), 0);
        foreach (var operation in document.Operations.Where(operation => operation.JsonBody is not null))
        {
            var limits = new DocumentedLimits(document, random);
            foreach (var (way, keyword) in limits.Of(operation.JsonBody!).Where(limit => !IsCheckedElsewhere(operation, limit.Way)))
            {
                count++;
                await CheckAsync(operation, $"{string.Join('.', way)} {keyword}", findings, isPast =>
                {
                    var request = ApiRequest.Make(operation, random, new RandomValue(document, random) { Presence = 0 });
                    request.Body = limits.Make(operation.JsonBody!, way, keyword, isPast);
                    if (!isPast)
                        KeepRules(request.Body);
                    return request.Body is null ? null : request;
                });
            }
        }

        Assert.True(findings.Count == 0, string.Join('\n', findings));
        Assert.True(count > 100, $"The document has only {count} limits in bodies.");
    }

    [Theory]
    [InlineData("0xFFFFFFFF", true)]
    [InlineData("0x100000000", false)]
    [InlineData("4294967295", true)]
    [InlineData("4294967296", false)]
    [InlineData("[[[[[[[[0]]]]]]]]+1", true)]
    [InlineData("[[[[[[[[[0]]]]]]]]]+1", false)]
    [InlineData("[0", false)]
    [InlineData("read", false)]
    public async Task An_address_is_described_if_it_is_accepted(string address, bool isAccepted)
    {
        var (document, _) = await StartAsync();
        var operation = document.Operations.Single(operation => operation.Name == "CoreRead8");
        var request = new ApiRequest(operation) { Parameters = { ["address"] = [address] } };

        Assert.Equal(isAccepted, document.Fits(operation.Parameters[0].Schema, address));
        Assert.Equal(isAccepted, await RefusalAsync(request) is null);
    }

    [Fact]
    public async Task A_value_is_described_if_it_is_in_the_range_of_its_type()
    {
        var (document, _) = await StartAsync();
        var operation = document.Operations.Single(operation => operation.Name == "WriteMemory");
        foreach (var type in MemoryType.Types)
        {
            foreach (var (value, isAccepted) in new[] { (type.Min - 1, false), (type.Min, true), (type.Max, true), (type.Max + 1, false) })
            {
                var body = new JsonObject { ["value"] = value, ["type"] = type.Name };
                var request = new ApiRequest(operation)
                    { Parameters = { ["emulator"] = ["default"], ["address"] = ["0x02000000"] }, Body = body };

                Assert.Equal(isAccepted, document.Fits(operation.JsonBody!, body));
                Assert.Equal(isAccepted, await RefusalAsync(request) is null);
            }
        }
    }

    // All conditions have one schema and one parser, and take long to make: only those of WaitForFrames outside any and all are checked.
    private static bool IsCheckedElsewhere(ApiOperation operation, string[] way)
    {
        var until = Array.IndexOf(way, "until");
        if (until < 0)
            return false;
        var isInsideList = way[until..] is ["until", "any" or "all", "[]", _, ..];
        var isInsideCondition = way.Length > until + 1;
        return isInsideList || (isInsideCondition && operation.Name != "WaitForFrames");
    }

    // Each of these two parameters requires the other.
    private static void KeepRules(Dictionary<string, string[]> parameters)
    {
        foreach (var (one, other) in new[] { ("exceptFrom", "exceptTo"), ("exceptTo", "exceptFrom") })
        {
            if (parameters.TryGetValue(one, out var value))
                parameters.TryAdd(other, value);
        }
    }

    // Rules that OpenAPI can't express, and that no random body keeps: the names of elements, and a time within another.
    private static void KeepRules(JsonNode? body)
    {
        if (body is not JsonObject request)
            return;
        if (request["keep"] is { } kept && request["branches"] is JsonArray branches)
            branches[0]!["name"] = kept.DeepClone();
        if (request["cheats"] is JsonArray cheats)
        {
            for (var i = 1; i < cheats.Count; i++)
                cheats[i]!["name"] = $"{i}";
        }

        // The whole wait has 600 frames by default.
        if (request["until"] is JsonObject until && (long?)until["timeoutFrames"] > ((long?)request["timeoutFrames"] ?? 600))
            request["timeoutFrames"] = until["timeoutFrames"]!.DeepClone();
    }

    private async Task CheckAsync(ApiOperation operation, string what, List<string> findings, Func<bool, ApiRequest?> make)
    {
        var (request, refused) = await TryAsync(make, isPast: false);
        if (request is null || refused is not null)
            findings.Add($"{operation.Name} {what}: the limit is refused: {refused?.Detail} {request}");
        (request, refused) = await TryAsync(make, isPast: true);
        if (request is not null && refused is null)
            findings.Add($"{operation.Name} {what}: one past the limit is accepted: {request}");
    }

    // Repeats with other random requests while one is refused for anything but the limit: for what the game has, for a rule that OpenAPI
    // can't express, or because the emulator's random answer refuses it.
    private async Task<(ApiRequest? Request, FormMistake? Refused)> TryAsync(Func<bool, ApiRequest?> make, bool isPast)
    {
        for (var i = 0; ; i++)
        {
            if (make(isPast) is not { } request)
                return (null, null);
            using var message = request.ToMessage();
            using var response = await Client.SendAsync(message, HttpCompletionOption.ResponseHeadersRead);
            var refused = await FormMistake.OfAsync(request.Operation, response);
            var isOtherRefusal = isPast
                ? refused is null && response.StatusCode == HttpStatusCode.BadRequest
                : refused is not null;
            if (!isOtherRefusal || i == Tries)
                return (request, refused);
        }
    }

    private async Task<(ApiDocument Document, List<string> Findings)> StartAsync()
    {
        Fake.Answers = new AnyReply().AnswerAsync;
        return (await ApiDocument.ReadAsync(Client), []);
    }

    public override async ValueTask DisposeAsync()
    {
        await base.DisposeAsync();
        _folders.Dispose();
    }

    private async Task<FormMistake?> RefusalAsync(ApiRequest request)
    {
        using var message = request.ToMessage();
        using var response = await Client.SendAsync(message, HttpCompletionOption.ResponseHeadersRead);
        return await FormMistake.OfAsync(request.Operation, response);
    }
}
