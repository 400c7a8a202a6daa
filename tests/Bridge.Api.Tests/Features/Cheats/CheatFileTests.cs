using System.Text;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Cheats;

namespace Bridge.Api.Tests.Features.Cheats;

public sealed class CheatFileTests
{
    [Fact]
    public void A_file_of_mGBA_has_names_directives_and_codes()
    {
        var cheats = Read("""
            02000300:01
            !GSAv1
            # Encrypted
            6ef46400 c9e80df3
            !disabled
            # With another code
            6EF46400 C9E80DF3
            820003040005
            # Empty

            !PARv3 raw
            #Raw
            00200004 00000055
            !reset
            # Raw
            00200004 00000055
            """);
        Assert.Equal(["Cheat 1", "Encrypted", "With another code", "Raw", "Raw (2)"], cheats.Select(each => each.Cheat.Name));
        Assert.Equal(["auto", "gameShark", "auto", "actionReplayRaw", "auto"], cheats.Select(each => each.Cheat.Type));
        Assert.Equal([true, true, false, true, true], cheats.Select(each => each.Cheat.IsOn));
        Assert.Equal(["6EF46400 C9E80DF3", "82000304 0005"], cheats[2].Cheat.Lines);
        Assert.Equal([7, 8], cheats[2].Lines);
        Assert.Equal([1, 3, 6, 12, 15], cheats.Select(each => each.Line));
    }

    [Theory]
    [InlineData("GBA", "82000300+0001+82000302 0002", "82000300 0001|82000302 0002")]
    [InlineData("GBA", "94A0C1F9 3D8B7E41", "94A0C1F9 3D8B7E41")]
    [InlineData("GBA", "02000300:01+820003000001", "02000300:01|82000300 0001")]
    [InlineData("GB", "01FF00C1+01FF01C1", "01FF00C1|01FF01C1")]
    [InlineData("GB", "00A-17B-C49+C004:55", "00A-17B-C49|C004:55")]
    public void A_code_of_libretro_has_several_lines(string platform, string code, string lines)
    {
        var file = $"cheats = 1\r\ncheat0_desc = \"A = B\"\r\ncheat0_code = \"{code}\"\r\ncheat0_enable = true\r\n";
        var cheat = Assert.Single(Read(file, platform));
        Assert.Equal(("A = B", true), (cheat.Cheat.Name, cheat.Cheat.IsOn));
        Assert.Equal(lines.Split('|'), cheat.Cheat.Lines);
        Assert.All(cheat.Lines, line => Assert.Equal(3, line));
    }

    [Fact]
    public void Cheats_of_libretro_may_be_in_any_order_and_without_codes()
    {
        var cheats = Read("""
            cheats = "4"
            cheat10_code = "02000300:01"
            cheat2_desc = ".../second"
            cheat2_code = "02000301:01"
            cheat2_handler = "0"
            cheat1_desc = "---- no code ----"
            cheat1_code = ""
            shader = "x"
            """);
        Assert.Equal(["-second", "Cheat 2"], cheats.Select(each => each.Cheat.Name));
        Assert.All(cheats, each => Assert.False(each.Cheat.IsOn));
    }

    [Theory]
    [InlineData("", "The body must have cheats; got none.")]
    [InlineData("# only a name\n", "The body must have cheats; got none.")]
    [InlineData("# a\n02000300:01\nhello\n", "Line 3 must be a code like")]
    [InlineData("!PARv4\n", "Line 1 must be !disabled, !reset,")]
    [InlineData("cheats = 1\nhello\n", "Line 2 must be a member like cheat0_code")]
    [InlineData("cheats = 1\ncheat0_code = \"8200\"\n", "Line 2 must be a code like")]
    [InlineData("[GameInfo]\n", "Line 1 must be a code like")]
    public void A_wrong_line_is_named(string file, string sentence)
    {
        var refused = Assert.Throws<RequestException>(() => Read(file));
        Assert.StartsWith(sentence, refused.Message, StringComparison.Ordinal);
        Assert.Equal(ProblemTypes.InvalidBody, refused.Type);
    }

    [Fact]
    public void Too_many_cheats_are_refused()
    {
        Assert.Equal(256, Read(Many(256)).Count);
        var refused = Assert.Throws<RequestException>(() => Read(Many(257)));
        Assert.Contains("at most 256 cheats; got 257", refused.Message, StringComparison.Ordinal);

        static string Many(int count) => string.Concat(Enumerable.Range(0, count).Select(i => $"# {i}\n02000300:01\n"));
    }

    [Fact]
    public void Random_bytes_are_refused_or_read()
    {
        for (var seed = 0; seed < 500; seed++)
        {
            var random = new Random(seed);
            var bytes = new byte[random.Next(200)];
            random.NextBytes(bytes);
            string[] parts = ["cheats = 1\n", "cheat0_code = \"", "# ", "!GSAv1\n", "02000300:01\n", "\n"];
            var beginning = string.Concat(Enumerable.Range(0, 5).Select(_ => parts[random.Next(parts.Length)]));
            byte[] file = [.. Encoding.UTF8.GetBytes(beginning), .. bytes];
            try
            {
                CheatFile.Read(file, "GBA");
            }
            catch (RequestException refused)
            {
                Assert.Equal(ProblemTypes.InvalidBody, refused.Type);
            }
        }
    }

    private static IReadOnlyList<FileCheat> Read(string file, string platform = "GBA") =>
        CheatFile.Read(Encoding.UTF8.GetBytes(file), platform);
}
