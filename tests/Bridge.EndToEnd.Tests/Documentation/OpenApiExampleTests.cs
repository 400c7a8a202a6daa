namespace Bridge.EndToEnd.Tests.Documentation;

public sealed class OpenApiExampleTests(RunningGame game) : IClassFixture<RunningGame>
{
    [Fact]
    public async Task Every_operation_answers_its_own_examples_with_success()
    {
        var operations = await OpenApiOperation.ReadAsync(game.Client);
        Assert.True(operations.Count > 10);
        foreach (var operation in operations)
        {
            // A stream has no end, so its beginning has to do.
            using var response = await game.Client.AskAsync(
                operation.Method, operation.ExampleUrl, operation.ExampleBody, HttpCompletionOption.ResponseHeadersRead);
            if (!response.IsSuccessStatusCode)
                Assert.Fail($"{operation.Name}: {(int)response.StatusCode} {await response.Content.ReadAsStringAsync()}");
            // The example of one operation may hold a button that the next one presses.
            await game.Client.AskForJsonAsync("DELETE", "/emulators/default/buttons");
        }
    }
}
