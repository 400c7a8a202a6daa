using System.Net.Http.Headers;
using System.Text;
using System.Text.Json.Nodes;
using Bridge.Testing.Fuzzing;

namespace Bridge.Api.Tests.Fuzzing;

/// <summary>
/// Sends mutated examples of every operation to a bridge whose emulator sends random replies.
/// Each response must be a success or a problem, and never an internal error of the bridge.
/// </summary>
public sealed class RequestFuzzTests : FakedBridge
{
    [Fact]
    public async Task Every_request_gets_a_success_or_a_problem_and_never_an_internal_error()
    {
        var operations = await OpenApiOperation.ReadAsync(Client);
        Fake.Answers = new AnyReply().AnswerAsync;
        using var client = new HttpClient { BaseAddress = Client.BaseAddress, Timeout = Eventually.Patience };
        await Fuzz.RunAsync("request", 600, async random =>
        {
            using var request = Request(operations[random.Next(operations.Count)], random);
            if (request is null)
                return;
            var what =
                $"{request.Method} {request.RequestUri} {(request.Content is null ? "" : await request.Content.ReadAsStringAsync())}";
            try
            {
                using var response = await client.SendAsync(request, HttpCompletionOption.ResponseHeadersRead);
                if ((int)response.StatusCode >= 400)
                {
                    var problem = await ProblemResponse.ReadAsync(response);
                    Assert.NotEqual("internal-error", problem.Anchor);
                }
            }
            catch (Exception exception)
            {
                throw new InvalidOperationException($"{(what.Length <= 2000 ? what : what[..2000])}: {exception.Message}", exception);
            }
        });
    }

    // Null if the mutated address can't be sent by a client.
    private static HttpRequestMessage? Request(OpenApiOperation operation, Random random)
    {
        var url = operation.ExampleUrl;
        if (random.Next(2) == 0 && operation.ParameterNames.ToArray() is { Length: > 0 } names)
            url = operation.UrlWith(names[random.Next(names.Length)], Escape(Mutations.Text(random)));
        if (!Uri.TryCreate(url, UriKind.Relative, out var address) || url.StartsWith("//", StringComparison.Ordinal))
            return null;
        // Kestrel refuses a NUL in a path with a bare 400, before any of the bridge's code sees the request.
        if (url.Split('?')[0].Contains("%00", StringComparison.Ordinal))
            return null;
        var request = new HttpRequestMessage(new HttpMethod(operation.Method), address);
        if (random.Next(40) == 0)
            request.Headers.TryAddWithoutValidation("Last-Event-ID", "x-" + random.Next());
        if (operation.ExampleBody is { } body)
            request.Content = Content(Encoding.UTF8.GetBytes(Body(body, random)), random, "application/json");
        else if (operation.NeedsBytes)
            request.Content = Content(Encoding.UTF8.GetBytes(Mutations.Text(random)), random, "application/octet-stream");
        return request;
    }

    private static ByteArrayContent Content(byte[] bytes, Random random, string type)
    {
        if (random.Next(4) == 0)
            bytes = Mutations.Mutate(random, bytes);
        return new ByteArrayContent(bytes)
            { Headers = { ContentType = MediaTypeHeaderValue.Parse(random.Next(30) == 0 ? "text/plain" : type) } };
    }

    private static string Body(string example, Random random)
    {
        var body = JsonNode.Parse(example)!;
        for (var i = random.Next(3); i > 0; i--)
            Change(body, random);
        return body.ToJsonString();
    }

    private static void Change(JsonNode body, Random random)
    {
        var places = new List<JsonNode>();
        Collect(body, places);
        switch (places[random.Next(places.Count)])
        {
            case JsonObject members when members.Count > 0 && random.Next(4) > 0:
                var name = members.ElementAt(random.Next(members.Count)).Key;
                if (random.Next(5) == 0)
                    members.Remove(name);
                else
                    members[name] = Value(random);
                break;
            case JsonObject members:
                members[random.Next(2) == 0 ? "address" : Mutations.Text(random)] = Value(random);
                break;
            case JsonArray list when list.Count > 0 && random.Next(3) > 0:
                if (random.Next(3) == 0)
                    list.Add(list[0]?.DeepClone());
                else
                    list[random.Next(list.Count)] = Value(random);
                break;
            case JsonArray list:
                list.Add(Value(random));
                break;
        }
    }

    private static void Collect(JsonNode? node, List<JsonNode> places)
    {
        if (node is not (JsonObject or JsonArray))
            return;
        places.Add(node);
        foreach (var child in node is JsonObject members ? members.Select(member => member.Value) : (JsonArray)node)
            Collect(child, places);
    }

    private static JsonNode? Value(Random random) => random.Next(9) switch
    {
        0 => null,
        1 => random.Next(2) == 0,
        2 => random.NextInt64(),
        3 => random.Next(-3, 300),
        4 => random.NextDouble() * 1e20,
        5 => new JsonArray(random.Next(10), null),
        6 => new JsonObject { ["op"] = "read", ["address"] = "1" },
        _ => Mutations.Text(random),
    };

    private static string Escape(string text) => string.Concat(Encoding.UTF8.GetBytes(text)
        .Select(value => char.IsAsciiLetterOrDigit((char)value) ? $"{(char)value}" : $"%{value:X2}"));
}
