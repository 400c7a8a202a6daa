using Bridge.Api.Contract.Parsing;
using FsCheck;
using FsCheck.Fluent;

namespace Bridge.Api.Tests.Features.Memory;

public sealed class PointerChainTests(RefusingBridge bridge)
{
    [Theory]
    [InlineData("[0x02000008]+0x10", "[33554440]+16")]
    [InlineData("[$2000008]-$4", "[33554440]-4")]
    [InlineData("[33554440]", "[33554440]")]
    [InlineData("[[0x02000008]+4]-0x2", "[[33554440]+4]-2")]
    [InlineData("[[[0X2]]]+0", "[[[2]]]+0")]
    [InlineData("[0xFFFFFFFF]+0xFFFFFFFC", "[4294967295]+4294967292")]
    [InlineData("[[[[[[[[1]+1]+2]+3]+4]+5]+6]+7]+8", "[[[[[[[[1]+1]+2]+3]+4]+5]+6]+7]+8")]
    public void A_chain_is_sent_in_decimal(string text, string wire) => Assert.Equal(wire, PointerChain.ToWire(text));

    [Theory]
    [InlineData("[")]
    [InlineData("[]")]
    [InlineData("[0x02000008")]
    [InlineData("0x02000008]")]
    [InlineData("[0x02000008]]")]
    [InlineData("[[0x02000008]")]
    [InlineData("[0x02000008]+")]
    [InlineData("[0x02000008]16")]
    [InlineData("[0x02000008]+-16")]
    [InlineData("[0x02000008] + 16")]
    [InlineData("[0x02000008]+16+16")]
    [InlineData("[0x02000008+4]")]
    [InlineData("[!]+1")]
    [InlineData("[-1]")]
    [InlineData("[0x100000000]")]
    [InlineData("[1]+4294967296")]
    [InlineData("[[[[[[[[[1]]]]]]]]]")]
    [InlineData("[[1]+[2]]")]
    public async Task A_malformed_chain_is_refused(string text)
    {
        Assert.Null(PointerChain.ToWire(text));
        (await bridge.RefusesAsync("GET", $"/emulators/default/memory/{Uri.EscapeDataString(text)}"))
            .Is(400, "invalid-parameter", "address", $"\"{text}\"", "up to 8 pointers", "[0x02000008]+0x10");
    }

    [Fact]
    public async Task A_domain_together_with_a_chain_is_refused() =>
        (await bridge.RefusesAsync("GET", "/emulators/default/memory/[0x02000008]+0x10?domain=wram"))
            .Is(400, "invalid-parameter", "domain", "\"wram\"", "chain");

    [Fact]
    public void A_valid_chain_is_parsed() => Prop.ForAll<uint, NonEmptyArray<int>>((place, steps) =>
    {
        var offsets = steps.Get.Take(8).ToArray();
        string Build(Func<long, string> number) => offsets.Aggregate(number(place),
            (chain, offset) => offset == 0 ? $"[{chain}]" : $"[{chain}]{(offset < 0 ? '-' : '+')}{number(Math.Abs((long)offset))}");
        return PointerChain.ToWire(Build(number => $"0x{number:x}")) == Build(number => $"{number}");
    }).QuickCheckThrowOnFailure();

    [Fact]
    public void Any_text_is_refused_or_parsed_and_parsed_again_to_the_same_chain()
    {
        const string Letters = "[]+-$0x19aG ";
        Prop.ForAll<int[]>(picks =>
        {
            var text = $"[{string.Concat(picks.Select(pick => Letters[(int)((uint)pick % Letters.Length)]))}";
            return PointerChain.ToWire(text) is not { } wire || PointerChain.ToWire(wire) == wire;
        }).QuickCheckThrowOnFailure();
    }
}
