using System.Text;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Compat;
using Bridge.Api.Features.Events;
using Bridge.Api.Features.Input;
using Bridge.Api.Features.Screen;
using Bridge.Api.Features.States;
using Bridge.Api.Server.Security;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;
using Bridge.Testing.Fuzzing;

namespace Bridge.Api.Tests.Fuzzing;

/// <summary>
/// Parses valid and mutated parameter texts: each gives a value within its range, or a refusal that names the parameter.
/// </summary>
public sealed class TextFuzzTests
{
    private static readonly string[] Platforms = ["GBA", "GB"];
    private static readonly HostNames Hosts = new(["bridge.example", "other.example:8000"]);
    private static readonly string[] KnownHosts = ["localhost", "bridge.example"];

    [Fact]
    public void A_parameter_is_parsed_or_refused() => Fuzz.Run("parameter", 15_000, random =>
    {
        var text = Mutations.Text(random);
        if (random.Next(2) == 0)
            text = Mutations.Mutate(random, text);
        var platform = random.Next(3) == 0 ? null : Platforms[random.Next(2)];
        Reads(() =>
        {
            Assert.InRange(Parameters.Integer(text, "x", 1, 3600), 1, 3600);
            Assert.All(text, digit => Assert.InRange(digit, '0', '9'));
        });
        Reads(() => Assert.Equal($"{Parameters.Flag(text, "x")}", text, ignoreCase: true));
        Reads(() => Assert.InRange(Parameters.Domain(text, 0u)!.Length, 1, 32));
        Reads(() => Assert.InRange(HexDigits.Parse(text, "hex").Length, 1, text.Length / 2));
        Reads(() => Assert.InRange(StateName.Check(text).Length, 1, 64));
        Reads(() => Assert.NotEqual(EventTopic.None, TopicNames.Parse(text)));
        Reads(() => Assert.NotEqual(Buttons.None, ButtonNames.ParseOne(text, "button", platform)));
        Reads(() => ButtonNames.Parse(text.Split(','), "buttons", platform));
        Reads(() => MemoryType.Parse("u16").Condition(text, random.NextInt64()));
        Reads(() => Assert.InRange(MemoryType.Parse(text).Width, 1, 4));
        Reads(() => MgbaHttpQuery.Key(text, platform));
        Reads(() => MgbaHttpQuery.KeyMask(text, MgbaHttpQuery.MaskRule("mask"), platform));
        Reads(() => MgbaHttpQuery.Button(text, platform));
        Reads(() => MgbaHttpQuery.Flags(text, StateParts.All));
        Reads(() => Assert.InRange(MgbaHttpQuery.Length(text, new IntegerRule("length", 1, 500)), 1, 500));
        Reads(() => MgbaHttpQuery.Number(text, new IntegerRule("x", -5, 5)));
        Assert.DoesNotContain('/', StateName.Clean(text));
    });

    [Fact]
    public void An_address_is_valid_for_the_script_or_refused() => Fuzz.Run("address", 20_000, random =>
    {
        var text = random.Next(3) == 0 ? Mutations.Text(random) : Chain(random);
        if (random.Next(3) == 0)
            text = Mutations.Mutate(random, text);
        Reads(() =>
        {
            var address = Parameters.Address(text);
            if (address.Chain is not { } chain)
                return;
            Assert.Matches(@"^\[{1,8}[0-9]{1,10}(\]([+-][0-9]{1,10})?){1,8}$", chain);
            Assert.Equal(chain, Parameters.Address(chain).Chain);
        });
    });

    [Fact]
    public void A_list_of_bytes_is_parsed_exactly_or_refused() => Fuzz.Run("hex list", 20_000, random =>
    {
        var bytes = new byte[1 + random.Next(40)];
        random.NextBytes(bytes);
        var text = Encoding.ASCII.GetBytes(string.Join(random.Next(2) == 0 ? "," : ", ", bytes.Select(value => $"{value:x2}")));
        if (random.Next(2) == 0)
            text = [(byte)'[', .. text, (byte)']'];
        Assert.Equal(bytes, HexList.Parse((byte[])text.Clone()));
        var broken = Mutations.Mutate(random, text);
        Reads(() => Assert.InRange(HexList.Parse(broken).Length, 1, broken.Length / 2));
    });

    [Fact]
    public void Steps_give_a_timeline_of_the_same_length_or_are_refused() => Fuzz.Run("timeline", 10_000, random =>
    {
        var timeline = new ButtonTimeline();
        var frames = 0;
        for (var i = random.Next(8); i >= 0; i--)
        {
            var at = random.Next(3) == 0 ? random.Next(100) : (int?)null;
            if (random.Next(10) == 0)
                at = random.Next(36_001);
            var hold = random.Next(20) == 0 ? 3600 : 1 + random.Next(10);
            Reads(() =>
            {
                if (random.Next(4) == 0)
                {
                    timeline.Pause(hold, at);
                    return;
                }

                timeline.Press((Buttons)(1 << random.Next(10)), hold, random.Next(3), at);
                frames += hold;
            });
        }

        var lines = timeline.ToLines();
        Assert.Equal(timeline.Length, lines.Sum(line => line.Frames));
        Assert.All(lines, line => Assert.InRange(line.Frames, 1, 36_000));
        // Each frame in which a button must be down is counted once.
        Assert.Equal(frames, lines.Sum(line => line.Frames * System.Numerics.BitOperations.PopCount((uint)line.Down)));
    });

    [Fact]
    public void A_PNG_is_decoded_exactly_or_refused() => Fuzz.Run("png", 1_000, random =>
    {
        using var picture = new Picture(1 + random.Next(12), 1 + random.Next(12), frame: 5);
        random.NextBytes(picture.Rgb);
        var png = PngWriter.Write(picture, 1).ToArray();
        using (var again = PngReader.Read(png, 5))
            Assert.Equal(picture.Rgb.ToArray(), again.Rgb.ToArray());
        var broken = Mutations.Mutate(random, png);
        if (random.Next(2) == 0)
            broken = Mutations.Mutate(random, broken);
        try
        {
            PngReader.Read(broken, 5).Dispose();
        }
        catch (EmulatorException exception)
        {
            Assert.Equal(EmulatorFailure.ProtocolError, exception.Failure);
        }
    });

    [Fact]
    public void A_host_is_accepted_or_refused() => Fuzz.Run("host", 10_000, random =>
    {
        var text = random.Next(2) == 0 ? Mutations.Text(random) : Mutations.Mutate(random, "localhost:7185");
        if (Hosts.Contain(text, localPort: 7185, schemesPort: 80))
            Assert.Contains(text.ToLowerInvariant().TrimEnd("0123456789".ToCharArray()).TrimEnd(':'), KnownHosts);
        _ = HostNames.IsName(text);
    });

    // Runs a parser, which may refuse the text with a sentence.
    private static void Reads(Action read)
    {
        try
        {
            read();
        }
        catch (RequestException refused)
        {
            Assert.False(string.IsNullOrEmpty(refused.Message));
            Assert.InRange(refused.Message.Length, 10, 1000);
        }
    }

    private static string Chain(Random random)
    {
        var text = Number(random);
        for (var depth = random.Next(10); depth > 0; depth--)
            text = $"[{text}]{(random.Next(2) == 0 ? "" : (random.Next(2) == 0 ? "+" : "-") + Number(random))}";
        return text;
    }

    private static string Number(Random random) => random.Next(3) switch
    {
        0 => $"{random.NextInt64(1L << 33)}",
        1 => $"0x{random.NextInt64(1L << 33):X}",
        _ => $"${random.Next():x8}",
    };
}
