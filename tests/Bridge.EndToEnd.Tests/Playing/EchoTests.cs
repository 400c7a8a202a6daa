using System.Collections.Concurrent;
using System.Text;

namespace Bridge.EndToEnd.Tests.Playing;

/// <summary>The route /mgbaendpoint, which returns its message unchanged.</summary>
public sealed class EchoTests(RunningGame game) : IClassFixture<RunningGame>
{
    public static TheoryData<string> Texts =>
    [
        "", "x", "0194e0f2-5b1c-7c3e-9d7a-6f0b8e2d4c1a", "<|END|>", "before<|END|>after<|E",
        "<|END|><|END|>", "\0", "a\0b", "\"quotes\" and 'more'",
        "line\nfeed\r\nand return", "🎮 ünïcödé 日本語", "50 % + 1 & 2 = 3 # 4 ? 5 / 6 \\ 7",
        "%00%0A%zz", " ", "1 ok 1834 0\n<|END|>", "\u0001\u001b[31m\u007f",
    ];

    private Task<byte[]> EchoAsync(string message) =>
        game.Client.GetByteArrayAsync($"/mgbaendpoint?message={Uri.EscapeDataString(message)}");

    private async Task<byte[]> EchoBodyAsync(string message)
    {
        using var response = await game.Client.PostAsync("/mgbaendpoint", new StringContent(message));
        Assert.True(response.IsSuccessStatusCode, $"{response.StatusCode}");
        return await response.Content.ReadAsByteArrayAsync();
    }

    [Theory]
    [MemberData(nameof(Texts))]
    public async Task A_text_comes_back_byte_for_byte(string text)
    {
        Assert.Equal(Encoding.UTF8.GetBytes(text), await EchoAsync(text));
        if (text.Length > 0)
            Assert.Equal(Encoding.UTF8.GetBytes(text), await EchoBodyAsync(text));
    }

    [Theory]
    [InlineData(36)]
    [InlineData(5_000)]
    [InlineData(65_536)]
    [InlineData(1_048_576)]
    public async Task A_long_text_comes_back_byte_for_byte(int length)
    {
        var text = string.Create(length, length, (characters, _) =>
        {
            for (var i = 0; i < characters.Length; i++)
                characters[i] = (char)('!' + (i * 7 % 94));
        });
        Assert.Equal(Encoding.UTF8.GetBytes(text), await EchoBodyAsync(text));
        if (length <= 65_536)
            Assert.Equal(Encoding.UTF8.GetBytes(text), await EchoAsync(text));
    }

    [Fact]
    public async Task Sixty_four_clients_each_get_their_own_answers()
    {
        var wrong = new ConcurrentQueue<string>();
        await Task.WhenAll(Enumerable.Range(0, 64).Select(_ => Task.Run(async () =>
        {
            for (var i = 0; i < 200; i++)
            {
                var asked = $"{Guid.NewGuid()}";
                var got = Encoding.UTF8.GetString(await EchoAsync(asked));
                if (got != asked)
                    wrong.Enqueue($"{asked} got {got}");
            }
        })));
        Assert.Empty(wrong);
    }

    [Fact]
    public async Task Large_and_small_answers_do_not_mix()
    {
        var large = Enumerable.Range(0, 4).Select(async i =>
        {
            var text = new string((char)('a' + i), 400_000);
            for (var turn = 0; turn < 5; turn++)
                Assert.Equal(Encoding.UTF8.GetBytes(text), await EchoBodyAsync(text));
        });
        var small = Enumerable.Range(0, 16).Select(async i =>
        {
            for (var turn = 0; turn < 50; turn++)
                Assert.Equal(Encoding.UTF8.GetBytes($"{i}-{turn}"), await EchoAsync($"{i}-{turn}"));
        });
        await Task.WhenAll([.. large, .. small]);
    }
}
