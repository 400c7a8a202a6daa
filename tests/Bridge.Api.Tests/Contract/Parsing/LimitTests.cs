using System.Text;

namespace Bridge.Api.Tests.Contract.Parsing;

/// <summary>Requests exactly at a limit are accepted and reach the emulator unchanged.</summary>
public sealed class LimitTests : FakedBridge
{
    [Theory]
    [InlineData("GET", "/emulators/default/memory/0x0FFFFFFF", null, "memory.get 268435455 1 ")]
    [InlineData("GET", "/emulators/default/memory/0x0FFFFFFE?type=u16", null, "memory.get 268435454 2 ")]
    [InlineData("GET", "/emulators/default/memory/$0FFFFFFC?type=i32", null, "memory.get 268435452 4 ")]
    [InlineData("GET", "/emulators/default/memory/0xFFFFFFFF?domain=sram", null, "memory.get 4294967295 1 sram")]
    [InlineData("GET", "/emulators/default/memory/0?length=1", null, "memory.read 0 1 ")]
    [InlineData("GET", "/emulators/default/memory/0?length=1048576", null, "memory.read 0 1048576 ")]
    [InlineData("GET", "/core/readrange?address=0xFFFFFFFF&length=0x100000", null, "memory.span 4294967295 1048576 ")]
    [InlineData("GET", "/core/readrange?address=[8]%2B1&length=2", null, "memory.read [8]+1 2 ")]
    [InlineData("GET", "/memorydomain/readrange?memoryDomain=wram&address=0x02000010&length=2", null, "memory.span 33554448 2 wram")]
    [InlineData("PUT", "/emulators/default/memory/0", """{"value": 255}""", "memory.set 0 1 255 ")]
    [InlineData("PUT", "/emulators/default/memory/0", """{"value": 65535, "type": "u16"}""", "memory.set 0 2 65535 ")]
    [InlineData("PUT", "/emulators/default/memory/0", """{"value": 4294967295, "type": "u32"}""", "memory.set 0 4 4294967295 ")]
    [InlineData("PUT", "/emulators/default/memory/0", """{"value": -128, "type": "i8"}""", "memory.set 0 1 128 ")]
    [InlineData("PUT", "/emulators/default/memory/0", """{"value": -32768, "type": "i16"}""", "memory.set 0 2 32768 ")]
    [InlineData("PUT", "/emulators/default/memory/0", """{"value": -1, "type": "i16"}""", "memory.set 0 2 65535 ")]
    [InlineData("PUT", "/emulators/default/memory/0", """{"value": -2147483648, "type": "i32"}""", "memory.set 0 4 2147483648 ")]
    [InlineData("PUT", "/emulators/default/memory/0", """{"value": 2147483647, "type": "i32"}""", "memory.set 0 4 2147483647 ")]
    [InlineData("POST", "/emulators/default/buttons/press",
        """{"buttons": ["l"], "hold": 3600, "release": 600}""", "buttons.press 512 3600 600 1")]
    [InlineData("POST", "/emulators/default/buttons/press",
        """{"buttons": ["a"], "hold": 2.0, "release": 30e-1}""", "buttons.press 1 2 3 1")]
    [InlineData("PUT", "/emulators/default/memory/0", """{"value": -0.0}""", "memory.set 0 1 0 ")]
    [InlineData("PUT", "/emulators/default/memory/0", """{"value": 4.294967295e9, "type": "u32"}""", "memory.set 0 4 4294967295 ")]
    [InlineData("POST", "/emulators/default/buttons/press",
        """{"buttons": ["UP", "a"], "hold": 1, "release": 1, "wait": false}""", "buttons.press 65 1 1 0")]
    [InlineData("GET", "/emulators/default/buttons/press?buttons=a,b&buttons=START", null, "buttons.press 11 6 2 1")]
    [InlineData("PUT", "/emulators/default/buttons", """{"buttons": []}""", "buttons.set 0")]
    [InlineData("PUT", "/emulators/default/buttons", """{"buttons": ["A"], "leaseMilliseconds": 600000}""", "buttons.lease 1 600000")]
    [InlineData("POST", "/emulators/default/buttons/sequence",
        """{"steps": [{"wait": 36}], "repeat": 1000}""", "buttons.sequence 1000 1 0 36")]
    [InlineData("POST", "/emulators/default/buttons/sequence",
        """{"steps": [{"buttons": ["a"], "hold": 3600, "release": 0, "at": 32400}], "wait": false}""",
        "buttons.sequence 1 0 0 32400 1 3600")]
    [InlineData("GET", "/emulators/default/buttons/sequence/2147483647", null, "buttons.status 2147483647")]
    [InlineData("POST", "/emulators/default/frames/wait", """{"frames": 36000}""", "frames.wait 36000")]
    [InlineData("POST", "/emulators/default/frames/wait",
        """{"until": {"screen": "changed"}, "timeoutFrames": 36000}""", "screen.wait 36000")]
    [InlineData("POST", "/emulators/default/frames/wait",
        """{"until": {"address": "0", "type": "i16", "domain": "wram", "is": "le", "value": -32768}, "timeoutFrames": 1}""",
        "memory.wait 0 i16 wram le:-32768 1")]
    [InlineData("POST", "/emulators/default/frames/wait",
        """{"until": {"all": [{"achievement": "0x 10=1.9.", "timeoutFrames": 5}, {"screen": "still"}]}, "timeoutFrames": 7}""",
        "until.wait all 7 achievement 0x 10=1.9. 5 picture still 0 0 0 0 1 7")]
    [InlineData("POST", "/emulators/default/frames/wait", """{"until": {"address": "[8]+1", "is": "mask", "value": 255}}""",
        "memory.wait [8]+1 u8  mask:255 600")]
    public async Task A_request_at_its_limit_is_sent(string method, string path, string? body, string expected)
    {
        var asked = Bridge.Client.AskAsync(method, path, body);
        var request = await Fake.NextRequestAsync();
        // Enough arguments for the reply to each command. The third one of until.wait is a list of conditions, not a number.
        await request.ReplyAsync("1", "2", request.Command == "until.wait" ? "" : "3", "4", "5");
        var payload = request.Command is "buttons.sequence" or "until.wait"
            ? $" {Encoding.ASCII.GetString(request.Payload).TrimEnd().Replace('\n', ' ')}"
            : "";
        Assert.Equal(expected, $"{request.Command} {string.Join(' ', request.Arguments)}{payload}");
        using var response = await asked;
        Assert.InRange((int)response.StatusCode, 200, 202);
    }
}
