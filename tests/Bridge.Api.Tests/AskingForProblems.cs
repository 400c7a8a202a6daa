namespace Bridge.Api.Tests;

public static class AskingForProblems
{
    /// <summary>Sends the request and returns the problem of the response.</summary>
    public static async Task<ProblemResponse> AskForProblemAsync(this HttpClient client, string method, string path, string? json = null)
    {
        using var response = await client.AskAsync(method, path, json);
        return await ProblemResponse.ReadAsync(response);
    }
}
