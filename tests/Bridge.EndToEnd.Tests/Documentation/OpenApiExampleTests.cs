using Bridge.EndToEnd.Tests.Playing;

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
            // Two of them delete and load the state of the example.
            await game.Client.PutAsync("/emulators/default/states/before-boss", null);
            await game.Client.PostAsync("/emulators/default/slots/1/save", null);
            // A stream has no end, so its beginning has to do.
            using var response = operation.NeedsBytes
                ? await SavedState.PutAsync(game.Client, (await SavedState.GetAsync(game.Client)).Bytes, operation.ExampleUrl)
                : await game.Client.AskAsync(operation.Method, operation.ExampleUrl, operation.ExampleBody, HttpCompletionOption.ResponseHeadersRead);
            if (!response.IsSuccessStatusCode)
                Assert.Fail($"{operation.Name}: {(int)response.StatusCode} {await response.Content.ReadAsStringAsync()}");
            // The example of one operation may hold a button that the next one presses.
            await game.Client.AskForJsonAsync("DELETE", "/emulators/default/buttons");
        }
    }
}
