namespace Bridge.Api.Tests;

public static class AskingForProblems
{
    /// <summary>The problem that the bridge answers with.</summary>
    public static async Task<ProblemResponse> AskForProblemAsync(this HttpClient client, string method, string path, string? json = null)
    {
        using var response = await client.AskAsync(method, path, json);
        return await ProblemResponse.ReadAsync(response);
    }
}
