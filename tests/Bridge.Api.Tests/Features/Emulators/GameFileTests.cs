using System.Text;

namespace Bridge.Api.Tests.Features.Emulators;

/// <summary>The files of a game are part of its description, and a change of them alone is not a new game.</summary>
public sealed class GameFileTests() : FakedBridge
{
    [Theory]
    [InlineData("", """null null null""")]
    [InlineData("file=a%20b.gba\nsave=/s/a%20b.sav\nsavewritable=1\n",
        """a b.gba {"path":"/s/a b.sav","writable":true,"problem":null} null""")]
    [InlineData("save=/s/a.sav\nsavewritable=0\nsaveproblem=No.\n", """null {"path":"/s/a.sav","writable":false,"problem":"No."} null""")]
    [InlineData("saveproblem=No.\n", """null {"path":null,"writable":null,"problem":"No."} null""")]
    [InlineData("patch=a.ips\n", """null null {"file":"a.ips","applied":true,"problem":null}""")]
    [InlineData("patch=a.ips\npatchproblem=Cut%20off.\n", """null null {"file":"a.ips","applied":false,"problem":"Cut off."}""")]
    [InlineData("file=%FF%00.gba\n", "�\0.gba null null")]
    public async Task The_files_of_a_game_are_reported(string lines, string expected)
    {
        Fake.FactLines = Encoding.ASCII.GetBytes(lines);
        var game = (await Client.GetJsonAsync("/emulators/default")).GetProperty("game");
        string Told(string member) =>
            game.GetProperty(member) is { ValueKind: not System.Text.Json.JsonValueKind.Null } value ? $"{value}" : "null";
        Assert.Equal(expected, $"{Told("file")} {Told("save")} {Told("patch")}");
    }

    [Fact]
    public async Task A_save_that_becomes_read_only_is_not_a_new_game()
    {
        using var events = await LiveEvents.OpenAsync(Client, "?topics=game");
        Fake.FactLines = "file=a.gba\nsave=/s/a.sav\nsavewritable=0\n"u8.ToArray();
        Assert.False((await Client.GetJsonAsync("/emulators/default")).GetProperty("game").GetProperty("save")
            .GetProperty("writable").GetBoolean());
        Fake.FactLines = "file=b.gba\n"u8.ToArray();
        Fake.Facts = [.. Fake.Facts.Select(fact => fact.Replace("title=BUTTONTEST", "title=OTHER", StringComparison.Ordinal))];
        await Client.GetJsonAsync("/emulators/default");
        var told = (await events.ReadAsync())!.Json.GetProperty("game");
        Assert.Equal(("OTHER", "b.gba"), (told.GetProperty("title").GetString(), told.GetProperty("file").GetString()));
    }
}
