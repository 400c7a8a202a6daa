using System.Text;
using Bridge.EndToEnd.Tests.MgbaHttp;
using Bridge.EndToEnd.Tests.Playing;

namespace Bridge.EndToEnd.Tests.Documentation;

public sealed class OpenApiExampleTests(MgbaHttpGame game) : IClassFixture<MgbaHttpGame>
{
    [Fact]
    public async Task Every_operation_answers_its_own_examples_with_success()
    {
        var operations = await OpenApiOperation.ReadAsync(game.Client);
        Assert.True(operations.Count > 10);
        foreach (var operation in operations)
        {
            // Some of them delete and load the state of the example, or the first watch.
            await game.Client.PutAsync("/emulators/default/states/before-boss", null);
            await game.Client.PostAsync("/emulators/default/slots/1/save", null);
            if (operation.Name == "GetWatch")
                await game.Client.AskAsync("POST", "/emulators/default/watches", """{"address": "0"}""");
            using var response = operation.Name == "CoreLoadStateBuffer" ? await LoadSavedTextAsync(operation.ExampleUrl)
                : operation.NeedsBytes ? await SavedState.PutAsync(game.Client, (await SavedState.GetAsync(game.Client)).Bytes, operation.ExampleUrl)
                // A stream has no end, so its beginning has to do.
                : await game.Client.AskAsync(operation.Method, operation.ExampleUrl, operation.ExampleBody, HttpCompletionOption.ResponseHeadersRead);
            if (!response.IsSuccessStatusCode)
                Assert.Fail($"{operation.Name}: {(int)response.StatusCode} {await response.Content.ReadAsStringAsync()}");
            // The example of one operation may hold a button that the next one presses.
            await game.Client.AskForJsonAsync("DELETE", "/emulators/default/buttons");
        }
    }

    // A state as text is too long for the document.
    private async Task<HttpResponseMessage> LoadSavedTextAsync(string url)
    {
        using var text = new StringContent(await game.AskAsync("POST", "/core/savestatebuffer"), Encoding.UTF8, "text/plain");
        return await game.Client.PostAsync(url, text);
    }
}
