using System.Collections.Concurrent;
using System.Text.Json;
using System.Text.Json.Nodes;
using Bridge.EndToEnd.Tests.MgbaHttp;
using Bridge.SocketPool.Framing;

namespace Bridge.EndToEnd.Tests.Safety;

/// <summary>Values that try to end a message, a line or a string early, for every parameter and every text of a body.</summary>
public sealed class InjectionTests(MgbaHttpGame game) : IClassFixture<MgbaHttpGame>
{
    private static readonly string[] Values =
    [
        "<|END|>", "x<|END|>\n9 reset 0 0\n<|END|>", "1 0 0\n<|END|>9 reset 0 0\n<|END|>",
        "\0", "x\0y", "\r\n", "x\r\nSet-Cookie: a=b\r\n\r\nx", "\n", "\r",
        "%00", "%0d%0a", "%250d%250a", "%3C%7CEND%7C%3E", "%253C%257CEND%257C%253E",
        new string('A', 5000), new string('9', 70_000), "\u2028", "\ud83d\ude00",
    ];

    // Raw address text: invalid UTF-8, overlong forms of '.', '/', NUL and LF, and halves of escapes.
    private static readonly string[] Escaped = ["%c0%80", "%c0%8a", "%c0%ae%c0%ae%c0%af",
        "%e0%80%af", "%f0%80%80%8d", "%ff", "%ed%a0%80", "%", "%2", "%zz", "%u000a"];

    private const int MaxEcho = 64 * 1024;

    // Operations that write a file of any name.
    private static readonly string[] Writers = ["CoreSaveStateFile", "CoreScreenshot"];

    [Fact]
    public async Task No_value_of_a_parameter_becomes_a_command()
    {
        await using var counter = new CommandCounter(game.Emulator);
        var wrong = new ConcurrentQueue<string>();
        var before = await counter.ReadAsync();
        var passed = 0;
        await Parallel.ForEachAsync(await OpenApiOperation.ReadAsync(game.Client), async (operation, _) =>
        {
            foreach (var (parameter, value, target, json) in RequestsOf(operation))
            {
                var (status, text) = await RawHttp.AskAsync(game.Client.BaseAddress!, operation.Method, target, json);
                Interlocked.Add(ref passed, CommandsOf(operation, status));
                if (!IsExpected(operation, parameter, value, status)
                    || text.Split("\r\n\r\n")[0].Contains("\r\nSet-Cookie", StringComparison.OrdinalIgnoreCase))
                    wrong.Enqueue($"{operation.Name} {parameter} {JsonSerializer.Serialize(value[..Math.Min(value.Length, 30)])}: "
                        + text[..Math.Min(text.Length, 300)]);
            }
        });
        Assert.True(wrong.IsEmpty, string.Join("\n\n", wrong.Take(20)));
        Assert.True(passed > 10);
        Assert.Equal(passed, await counter.ReadAsync() - before);
    }

    [Fact]
    public async Task No_broken_escape_of_a_parameter_becomes_a_command()
    {
        await using var counter = new CommandCounter(game.Emulator);
        (string Method, string Target, string? Json)[] requests =
        [
            .. from operation in await OpenApiOperation.ReadAsync(game.Client)
               // The name of a cheat is any text.
               where operation.Name is not ("Echo" or "SetCheat" or "DeleteCheat")
               from parameter in operation.ParameterNames
               where parameter is not ("message" or "note" or "find") && (parameter != "path" || !Writers.Contains(operation.Name))
               from value in Escaped
               select (operation.Method, operation.UrlWith(parameter, value), operation.ExampleBody),
        ];
        await counter.CountsAsync(0, async () =>
        {
            var answers = await RawHttp.AskAllAsync(game.Client.BaseAddress!, requests);
            var wrong = requests.Zip(answers).Where(pair => pair.Second.Status is not (400 or 403 or 404))
                .Select(pair => $"{pair.First.Target}: {pair.Second.Text}").ToArray();
            Assert.True(wrong.Length == 0, string.Join("\n\n", wrong.Take(20)));
        });
    }

    // How many commands reach the script. A save also asks for the history, and marks it.
    private static int CommandsOf(OpenApiOperation operation, int status) => (operation.Name, status) switch
    {
        ("SaveState", 200 or 201) => 3,
        // The ROM's picture has no tiles, which the bridge finds out in its video memory.
        ("ReadText", 409) => 1,
        // These ask the script for the facts of the game at most, a quiet command that it doesn't count.
        ("ListSymbols", 200) or ("AddNotebookNote", 201) or ("ImportNotebook" or "SetNotebookName", 200) => 0,
        (not "StepEmulators", 200) => 1,
        _ => 0,
    };

    // The echo accepts any text; consoles accept printable text.
    private static bool IsExpected(OpenApiOperation operation, string parameter, string value, int status) =>
        (operation.Name, parameter) switch
        {
            ("Echo", _) => status == (value.Length > MaxEcho ? 400 : 200),
            (_, "message") => status == (value.Length > WireLimits.LogBytes || value.AsSpan().ContainsAny("\0\r") ? 400 : 200),
            // Any text without control characters is the value of a label, as long as there is a place for another emulator.
            ("CreateEmulator", "task") => status is 400 or 201 or 503,
            // Printable ASCII is a name.
            ("MarkHistory", "name") => status is 400 || status == 200 && value.All(letter => letter is >= ' ' and <= '~'),
            // Any line is a note or a message.
            ("AddNote" or "ShowMessage", "text") => status is 400 || status == 200 && value.Length <= 200 && !value.Any(char.IsControl),
            // Any line is a note of a notebook or a comment in it.
            ("AddNotebookNote" or "ImportNotebook", "text") =>
                status is 400 || status is 200 or 201 && value.Length <= 600 && !value.Any(char.IsControl),
            ("SetNotebookName", "comment") => status is 400 || status == 200 && value.Length <= 200 && !value.Any(char.IsControl),
            // A short text is that of a tile.
            ("ReadText", "0" or "65" or "66") => status is 400 || status == 409 && value.Length <= 8 && !value.Any(char.IsControl),
            ("SaveState", "note") => status is 400 || status is 200 or 201 && value.Length <= 200 && !value.Any(char.IsControl),
            // Any text can be looked for.
            ("ListSymbols", "find") => status == (value.Length > 255 ? 400 : 200),
            // The problem is in the place of the unknown emulator.
            ("StepEmulators", "emulators[0]") => status is 200 or 400,
            ("CreateEmulator" or "CreateVector", "rom") or ("RevokeTicket", "id") or (_, "vector") => status is 400 or 404,
            (_, "emulator") or ("LoadRom", _) or (_, "path") => status is 400 or 404,
            // A ticket is looked at before all else.
            (_, "ticket") => status is 403 or 400,
            _ => status == 400,
        };

    private static IEnumerable<(string Parameter, string Value, string Target, string? Json)> RequestsOf(OpenApiOperation operation)
    {
        foreach (var value in Values)
        {
            // Some values are valid file names for operations that write files, and later requests would find those; see TraversalTests.
            // Any line is the name of a cheat.
            foreach (var name in operation.ParameterNames.Where(name => name switch
            {
                "path" => !Writers.Contains(operation.Name),
                "name" => operation.Name is not ("SetCheat" or "DeleteCheat"),
                _ => true,
            }))
                yield return (name, value, operation.UrlWith(name, Uri.EscapeDataString(value)), operation.ExampleBody);

            if (operation.ExampleBody is not { } body)
                continue;
            // A branch may have any printable name, which no emulator sees.
            foreach (var (member, changed) in BodiesWith(body, value))
            {
                if (member != "name" || operation.Name is not ("RunBranches" or "SetCheats"))
                    yield return (member, value, operation.ExampleUrl, changed);
            }
        }
    }

    // Returns the body with each of its texts replaced in turn.
    private static IEnumerable<(string Member, string Json)> BodiesWith(string json, string value)
    {
        var texts = new List<string>();
        Walk(JsonNode.Parse(json)!, node => texts.Add(node.GetPath()));
        foreach (var path in texts)
        {
            var copy = JsonNode.Parse(json)!;
            JsonNode? found = null;
            Walk(copy, node => found = node.GetPath() == path ? node : found);
            found!.ReplaceWith(value);
            yield return (path[(path.LastIndexOfAny(['.', '$']) + 1)..], copy.ToJsonString());
        }
    }

    private static void Walk(JsonNode node, Action<JsonNode> each)
    {
        switch (node)
        {
            case JsonObject members:
                foreach (var member in members.Select(member => member.Value!).ToArray())
                    Walk(member, each);
                break;
            case JsonArray items:
                foreach (var item in items.ToArray())
                    Walk(item!, each);
                break;
            case JsonValue text when text.GetValueKind() == JsonValueKind.String:
                each(text);
                break;
        }
    }
}
