using System.Text.RegularExpressions;
using Bridge.Api.Features.Mcp;

namespace Bridge.Api.Tests.Features.Mcp;

/// <summary>Sentences that name a request of HTTP name a tool instead where a model reads them.</summary>
public sealed partial class ToolSentencesTests
{
    // No tool uses these.
    private static readonly string[] WithoutTools =
    [
        "Contract/OpenApi/", "Server/Limits/", "Features/Clips/", "Features/Compat/", "Features/Emulators/StateNames.cs",
        "Features/Events/", "Features/Movies/", "Features/Notebook/", "Features/Screen/PictureFeed.cs", "Features/StateTree/",
        "Features/Tickets/", "Features/Vectors/", "Features/Verifying/", "Features/Video/",
    ];

    [Theory]
    [InlineData("name must be a file name that GET …/roms lists.", "name must be a file name that game_files lists.")]
    [InlineData("GET …/states?tree=true lists them.", "game_files lists them.")]
    [InlineData("Reset the game with POST /emulators/gba-2/reset, or", "Reset the game with game_load, or")]
    [InlineData("go on with POST /emulators/a/breakpoints/continue; w", "go on with debug_run; w")]
    [InlineData("resume it with DELETE /emulators/default/frames/hold?force=true.", "resume it with game_freeze.")]
    [InlineData("End it with DELETE /emulators/gba-2.", "End it with emulator_delete.")]
    [InlineData("which has no type: PUT …/symbols/types gives it one.", "which has no type; only the user can give it one.")]
    [InlineData("the game has no symbols: PUT …/symbols stores them.", "the game has no symbols; only the user can store them.")]
    [InlineData("Start mGBA with lua/bridge.lua at 127.0.0.1:8888.", "Start mGBA with lua/bridge.lua at 127.0.0.1:8888.")]
    public void A_request_is_named_as_its_tool(string sentence, string forModels) => Assert.Equal(forModels, ToolSentences.Of(sentence));

    [Fact]
    public void Every_sentence_that_a_tool_may_pass_on_is_translated()
    {
        var root = RepositoryRoot.Combine("src", "Bridge.Api");
        var found = from folder in (string[])["Contract", "Features", "Server"]
                    from file in Directory.EnumerateFiles(Path.Combine(root, folder), "*.cs", SearchOption.AllDirectories)
                    let name = Path.GetRelativePath(root, file).Replace('\\', '/')
                    where !name.EndsWith("Endpoints.cs", StringComparison.Ordinal) && name != "Features/Mcp/ToolSentences.cs"
                        && !WithoutTools.Any(each => name.StartsWith(each, StringComparison.Ordinal))
                    from line in File.ReadLines(file)
                    let sentence = ToolSentences.Of(line.Replace("{kind.Word}s", "states", StringComparison.Ordinal)
                        .Replace("{emulator.Name}", "gba", StringComparison.Ordinal))
                    where !line.TrimStart().StartsWith("//", StringComparison.Ordinal) && Request().IsMatch(sentence)
                    select $"{name}: {sentence.Trim()}";
        Assert.Empty(found);
    }

    [GeneratedRegex("(GET|POST|PUT|DELETE|PATCH) (…|/)")]
    private static partial Regex Request();
}
