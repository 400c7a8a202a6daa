namespace Bridge.Api.Tests.Features.Mcp;

/// <summary>Answers of a fake emulator whose game is not held, and has no buttons down.</summary>
internal static class UnheldGame
{
    /// <summary>Answers who holds the game, and its buttons; other requests wait for the test.</summary>
    public static async Task<bool> AnswerAsync(FakeRequest request)
    {
        string[]? answer = request.Command switch
        {
            "frames.status" => ["0", "0", "", "0", "0", ""],
            "buttons.get" => ["0", "0", "0"],
            _ => null,
        };
        if (answer is null)
            return false;
        await request.ReplyAsync(answer);
        return true;
    }
}
