using System.Text;
using Bridge.Api.Contract.Errors;
using Bridge.SocketPool.Commands;
using Bridge.Testing.Fuzzing;

namespace Bridge.Api.Tests.Fuzzing;

/// <summary>
/// Sends commands with random arguments and payloads, and broken streams of them, to the raw listener
/// of a bridge whose emulator sends random replies.
/// </summary>
public sealed class RawFuzzTests() : FakedBridge(("Bridge:Raw:Unix:Path", Path), ("Bridge:Raw:Patience", "00:00:00.200"))
{
    // Short, because the path of a Unix socket must have less than 108 bytes.
    private static readonly string Path = System.IO.Path.Combine(System.IO.Path.GetTempPath(), $"bridge-raw-{Guid.NewGuid():N}"[..24]);

    private const string Read = "1 memory.get 1 11 33554464 1 -\n<|END|>";

    private static readonly string[] Examples =
    [
        "echo\nhello", "echo/9\na<|END|>b", "info", "memory.get 33554464 2 -",
        "memory.set 33555456 1 7 -", "memory.read 33554464 16 -", "memory.write/3 33555456 -\nabc",
        "memory.guard 33554464 u8 - eq:1", "memory.wait 33554464 u16 - changed 3",
        "buttons.press 1 6 2 1", "buttons.sequence 2 1\n1 3\n0 2\n", "frames.wait 2",
        "frames.hold 1000 0 - me", $"frames.step/{Read.Length} 1 0 - 1\n{Read}", "register.get pc", $"batch/{Read.Length}\n{Read}",
        "state.save 31", "slot.load 1 0", "speed.set 1000", "screen.png",
        "log info\nhello", "hello 1", "hello 1 default", "nonsense", "act 0 0 -",
    ];

    private static readonly CommandDescriptor[] Commands = [.. CommandTable.All.Where(command => command.IsForRawClients)];

    private static readonly string[] Words = ["ok", .. ProblemTypes.All.Select(problem => problem.Anchor)
        .Where(name => name != ProblemTypes.InternalError.Anchor)];

    [Fact]
    public async Task Every_command_gets_one_reply_whatever_its_content()
    {
        Fake.Answers = new AnyReply().AnswerAsync;
        await Fuzz.RunAsync("raw command", 600, async random =>
        {
            using var client = await RawClient.ConnectWithHelloAsync(Path);
            var commands = Enumerable.Range(0, 1 + random.Next(8)).Select(_ => Command(random)).ToArray();
            await SendAsync(client, random, Encoding.UTF8.GetBytes(string.Concat(commands)));
            await client.SendAsync("echo/4\nlast");
            foreach (var command in commands.Append("the last one"))
                Check(await ReplyAsync(client, string.Concat(commands)), command);
        });
    }

    [Fact]
    public async Task A_broken_stream_is_answered_or_closed_with_a_reason()
    {
        Fake.Answers = new AnyReply().AnswerAsync;
        await Fuzz.RunAsync("raw stream", 300, async random =>
        {
            using var client = await RawClient.ConnectAsync(Path);
            var stream = Encoding.UTF8.GetBytes("hello 1<|END|>"
                + string.Concat(Enumerable.Range(0, 1 + random.Next(4)).Select(_ => Command(random))));
            for (var i = 1 + random.Next(3); i > 0; i--)
                stream = Mutations.Mutate(random, stream);
            // The suffix ends a message and adds a first line that is too long. A payload of known length may swallow it
            // and wait for more, which would be too slow.
            await SendAsync(client, random, [.. stream, .. "<|END|>"u8, .. Enumerable.Repeat((byte)'x', 1100)]);
            var replies = await client.EndsAsync();
            Assert.All(replies, reply => Check(reply, Encoding.UTF8.GetString(stream)));
            Assert.NotEqual("ok", replies[^1].Word);
        });
    }

    private static async Task<RawReply> ReplyAsync(RawClient client, string command)
    {
        try
        {
            return await client.ReplyAsync();
        }
        catch (Exception exception)
        {
            throw new InvalidOperationException($"{command}: {exception.Message}", exception);
        }
    }

    private static string Command(Random random)
    {
        var example = Examples[random.Next(Examples.Length)];
        if (random.Next(3) == 0)
            return $"{example}<|END|>";
        if (random.Next(4) == 0)
            return Commands[random.Next(Commands.Length)].Name
                + string.Concat(Enumerable.Range(0, random.Next(7)).Select(_ => $" {Argument(random)}")) + "<|END|>";
        var end = example.IndexOf('\n', StringComparison.Ordinal) is var at and >= 0 ? at : example.Length;
        var words = example[..end].Split(' ');
        if (words.Length > 1)
            words[1 + random.Next(words.Length - 1)] = Argument(random);
        return $"{string.Join(' ', words)}{example[end..]}<|END|>";
    }

    // Anything that fits the grammar; other bytes end the connection.
    private static string Argument(Random random)
    {
        var text = Mutations.Text(random);
        if (random.Next(2) == 0)
            text = Uri.EscapeDataString(text[..Math.Min(text.Length, 10)]);
        else
            text = string.Concat(text.Where(character => character is > ' ' and < '\x7F' and not '%').Take(100))
                .Replace("<|END|>", "", StringComparison.Ordinal);
        return text.Length == 0 ? "-" : text;
    }

    private static async Task SendAsync(RawClient client, Random random, byte[] bytes)
    {
        var from = 0;
        foreach (var end in Mutations.Cuts(random, bytes.Length).Take(20).Append(bytes.Length))
        {
            await client.SendRawAsync(Encoding.Latin1.GetString(bytes[from..end]));
            from = end;
        }
    }

    private static void Check(RawReply reply, string to) => Assert.True(Words.Contains(reply.Word), $"{to} was answered with {reply}");
}
