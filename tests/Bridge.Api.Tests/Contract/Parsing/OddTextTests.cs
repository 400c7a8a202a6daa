using System.Text.Json;
using Bridge.Api.Tests.Features;

namespace Bridge.Api.Tests.Contract.Parsing;

/// <summary>A quoted text that is cut between the halves of a surrogate pair is still valid JSON.</summary>
public sealed class OddTextTests(RefusingBridge bridge)
{
    [Theory]
    [InlineData("POST", "/emulators/default/rom", "name")]
    [InlineData("PUT", "/emulators/default/memory/0?domain=", "domain")]
    public async Task A_quoted_text_is_cut_between_characters(string method, string path, string parameter)
    {
        // The bridge quotes at most 64 characters: the pair is the 64th and the 65th.
        var text = new string('a', 63) + "🎮" + new string('b', 300);
        var isQuery = path.EndsWith('=');
        var problem = await bridge.RefusesAsync(method, isQuery ? path + Uri.EscapeDataString(text) : path,
            isQuery ? """{"value": 1}""" : JsonSerializer.Serialize(new { name = text }));
        problem.Is(400, "invalid-parameter", parameter);
        Assert.DoesNotContain('\uFFFD', problem.Detail);
    }
}
