using System.Net.Http.Headers;

namespace Bridge.EndToEnd.Tests.Safety;

/// <summary>
/// Every operation with no token, a wrong token, one that lacks just its scope, one for another emulator, and one with just its scope.
/// </summary>
public sealed class TokenMatrixTests(RunningGame game) : IClassFixture<RunningGame>
{
    private static readonly string[] Scopes = ["read", "input", "write", "states", "admin"];

    [Fact]
    public async Task Every_operation_asks_for_its_scope()
    {
        await using var bridge = new BridgeHost(
            [("Bridge:Emulators:default:Port", $"{game.Emulator.Port}"), ("Bridge:Emulators:other:Port", "1"), .. Tokens()]);
        bridge.Client.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", All);
        await bridge.ReachesAsync("running");
        bridge.Client.DefaultRequestHeaders.Authorization = null;
        await using var counter = new CommandCounter(game.Emulator);
        var operations = (await OpenApiOperation.ReadAsync(bridge.Client))
            .Where(operation => operation.Body.TryGetProperty("x-scope", out _)).ToArray();
        Assert.True(operations.Length > 50);

        await counter.CountsAsync(0, async () =>
        {
            foreach (var operation in operations)
            {
                var scope = operation.Body.GetProperty("x-scope").GetString()!;
                await AnswersAsync(bridge.Client, operation, null, status => status == 401);
                await AnswersAsync(bridge.Client, operation, All + "x", status => status == 401);
                await AnswersAsync(bridge.Client, operation, Without(scope), status => status == 403);
                // StepEmulators refuses each emulator in its place, VerifyMovie needs none, and the others list those that it reaches.
                if (operation.Name is not ("StepEmulators" or "VerifyMovie" or "ListEmulators" or "ListVectors" or "ListDoors"
                    or "GetHealth" or "GetMeters"))
                    await AnswersAsync(bridge.Client, operation, Other, status => status == 403);
            }
        });

        foreach (var operation in operations)
        {
            // The examples of these operations need more scopes than the operations themselves.
            var scope = operation.Name is "RunBatch" or "Act" or "StepGame" or "StepEmulators" or "ReplayState"
                ? "all" : operation.Body.GetProperty("x-scope").GetString()!;
            await AnswersAsync(bridge.Client, operation, scope == "all" ? All : Only(scope), status => status is not (401 or 403));
            if (operation.Name is "StopGame" or "RunUntil" or "StepInstructions")
                await game.Client.PostAsync("/emulators/default/breakpoints/continue", null, TestContext.Current.CancellationToken);
        }
    }

    [Fact]
    public async Task A_step_of_many_refuses_each_emulator_that_the_token_does_not_reach()
    {
        await using var bridge = new BridgeHost(
            [("Bridge:Emulators:default:Port", $"{game.Emulator.Port}"), ("Bridge:Emulators:other:Port", "1"), .. Tokens()]);
        bridge.Client.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", Other);

        var answer = await bridge.Client.AskForJsonAsync("POST", "/emulators/step", """{"emulators": ["default", "other"]}""");

        var problems = answer.GetProperty("results").EnumerateArray()
            .Select(result => result.GetProperty("problem").GetProperty("type").GetString()!.Split('#')[1]);
        Assert.Equal(["narrow-token", "no-emulator"], problems);
    }

    private const string All = "all-0123456789abcdef";
    private const string Other = "other-0123456789abcdef";

    private static string Only(string scope) => $"only-{scope}-0123456789";

    private static string Without(string scope) => $"without-{scope}-0123456789";

    private static IEnumerable<(string Name, string Value)> Tokens()
    {
        yield return ("Bridge:Tokens:all:Value", All);
        yield return ("Bridge:Tokens:other:Value", Other);
        yield return ("Bridge:Tokens:other:Emulators:0", "other");
        foreach (var scope in Scopes)
        {
            yield return ($"Bridge:Tokens:only-{scope}:Value", Only(scope));
            yield return ($"Bridge:Tokens:only-{scope}:Scopes:0", scope);
            yield return ($"Bridge:Tokens:without-{scope}:Value", Without(scope));
            foreach (var (kept, i) in Scopes.Except([scope]).Select((kept, i) => (kept, i)))
                yield return ($"Bridge:Tokens:without-{scope}:Scopes:{i}", kept);
        }
    }

    private static async Task AnswersAsync(HttpClient client, OpenApiOperation operation, string? token, Func<int, bool> expected)
    {
        using var request = new HttpRequestMessage(new HttpMethod(operation.Method), operation.ExampleUrl);
        if (token is not null)
            request.Headers.Authorization = new AuthenticationHeaderValue("Bearer", token);
        if (operation.ExampleBody is { } body)
            request.Content = new StringContent(body, new MediaTypeHeaderValue("application/json"));
        using var response = await client.SendAsync(request, HttpCompletionOption.ResponseHeadersRead);
        Assert.True(expected((int)response.StatusCode),
            $"{operation.Method} {operation.Path} with {token ?? "no token"} answered {(int)response.StatusCode}");
    }
}
