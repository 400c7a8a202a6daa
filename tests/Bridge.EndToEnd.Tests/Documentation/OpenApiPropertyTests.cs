using Bridge.EndToEnd.Tests.MgbaHttp;
using Bridge.Testing.Fuzzing;
using Bridge.Testing.Http.Schemas;

namespace Bridge.EndToEnd.Tests.Documentation;

/// <summary>
/// Holds the OpenAPI document against a bridge with a real game, with random requests: those that it describes are never refused for
/// their form, all others are, and every response is one that it describes.
/// </summary>
public sealed class OpenApiPropertyTests(MgbaHttpGame game) : IClassFixture<MgbaHttpGame>
{
    // Cases of an ordinary run; each tries every operation once.
    private const int Cases = 3;

    // Whether the operation before may have changed the game.
    private bool _mayBeDisturbed = true;

    [Fact]
    public async Task A_described_request_is_not_refused_for_its_form_and_its_response_is_described()
    {
        var findings = new SortedSet<string>(StringComparer.Ordinal);
        var successes = new HashSet<string>();
        var document = await ApiDocument.ReadAsync(game.Client);
        await Fuzz.RunAsync("described request", Cases, async random =>
        {
            foreach (var operation in document.Operations)
            {
                var request = ApiRequest.Make(operation, random, new RandomValue(document, random));
                await PrepareAsync(operation);
                using var response = await SendAsync(request);
                if (response.IsSuccessStatusCode)
                    successes.Add(operation.Name);
                if (await operation.MistakeAsync(response) is { } mistake)
                    findings.Add($"{operation.Name}: {mistake} ({request})");
                else if (await FormMistake.OfAsync(operation, response) is { IsExpressible: true, Detail: var detail })
                    findings.Add($"{operation.Name}: refused, \"{detail}\" ({request})");
            }
        });
        Assert.True(findings.Count == 0, string.Join('\n', findings));
        // Only a few operations can't succeed here, because they need what is not prepared, like the id of a sequence.
        Assert.True(successes.Count > 80, $"Only {successes.Count} operations succeeded.");
    }

    [Fact]
    public async Task A_request_that_is_not_described_is_refused_for_its_form()
    {
        var findings = new SortedSet<string>(StringComparer.Ordinal);
        var document = await ApiDocument.ReadAsync(game.Client);
        await Fuzz.RunAsync("undescribed request", Cases, async random =>
        {
            foreach (var operation in document.Operations)
            {
                // More optional members than usual, so that more can be wrong.
                var request = ApiRequest.Make(operation, random, new RandomValue(document, random) { Presence = 0.7 });
                if (Mistakes.Add(request, random) is not { } mistake)
                    continue;
                await PrepareAsync(operation);
                using var response = await SendAsync(request);
                if (await operation.MistakeAsync(response) is { } other)
                    findings.Add($"{operation.Name}: {other} ({request})");
                else if (await FormMistake.OfAsync(operation, response) is null)
                    findings.Add($"{operation.Name}: {(int)response.StatusCode} in spite of {mistake} ({request})");
            }
        });
        Assert.True(findings.Count == 0, string.Join('\n', findings));
    }

    // A response without an end is read up to its head.
    private Task<HttpResponseMessage> SendAsync(ApiRequest request) => game.Client.SendAsync(request.ToMessage(),
        request.Operation.Name.StartsWith("Stream", StringComparison.Ordinal)
            ? HttpCompletionOption.ResponseHeadersRead : HttpCompletionOption.ResponseContentRead);

    // Lets the game run again at full speed, whatever the operation before did to it, and prepares what the next one needs.
    private async Task PrepareAsync(ApiOperation operation)
    {
        var (client, emulator) = (game.Client, "/emulators/default");
        if (_mayBeDisturbed)
        {
            using var speed = await client.AskAsync("PUT", $"{emulator}/speed", """{"speed": 0}""");
            using var buttons = await client.DeleteAsync($"{emulator}/buttons");
            using var breakpoints = await client.DeleteAsync($"{emulator}/breakpoints");
            using var stopped = await client.PostAsync($"{emulator}/breakpoints/continue", null);
            if ((await client.GetJsonAsync(emulator)).GetProperty("state").GetString() != "running")
            {
                using var released = await client.DeleteAsync($"{emulator}/frames/hold?force=true");
                using var reset = await client.PostAsync($"{emulator}/reset", null);
            }
        }

        if (operation.Name is "StepGame" or "StepEmulators" or "ReleaseGame")
            using (await client.PostAsync($"{emulator}/frames/hold", null)) { }
        if (operation.Name is "ContinueGame" or "StepInstructions")
            using (await client.PostAsync($"{emulator}/breakpoints/stop", null)) { }
        _mayBeDisturbed = operation.Scope is not ("" or "read");
    }
}
