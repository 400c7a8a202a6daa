namespace Bridge.Api.Tests.Shapes;

/// <summary>What stands exactly at a limit is let through, and arrives as it was meant.</summary>
public sealed class LimitTests : FakedBridge
{
    [Theory]
    [InlineData("GET", "/emulators/default/memory/0x0FFFFFFF", null, "memory.get 268435455 1 ")]
    [InlineData("GET", "/emulators/default/memory/0x0FFFFFFE?type=u16", null, "memory.get 268435454 2 ")]
    [InlineData("GET", "/emulators/default/memory/$0FFFFFFC?type=i32", null, "memory.get 268435452 4 ")]
    [InlineData("GET", "/emulators/default/memory/0xFFFFFFFF?domain=sram", null, "memory.get 4294967295 1 sram")]
    [InlineData("GET", "/emulators/default/memory/0?length=1", null, "memory.read 0 1 ")]
    [InlineData("GET", "/emulators/default/memory/0?length=1048576", null, "memory.read 0 1048576 ")]
    [InlineData("PUT", "/emulators/default/memory/0", """{"value": 255}""", "memory.set 0 1 255 ")]
    [InlineData("PUT", "/emulators/default/memory/0", """{"value": 65535, "type": "u16"}""", "memory.set 0 2 65535 ")]
    [InlineData("PUT", "/emulators/default/memory/0", """{"value": 4294967295, "type": "u32"}""", "memory.set 0 4 4294967295 ")]
    [InlineData("PUT", "/emulators/default/memory/0", """{"value": -128, "type": "i8"}""", "memory.set 0 1 128 ")]
    [InlineData("PUT", "/emulators/default/memory/0", """{"value": -32768, "type": "i16"}""", "memory.set 0 2 32768 ")]
    [InlineData("PUT", "/emulators/default/memory/0", """{"value": -1, "type": "i16"}""", "memory.set 0 2 65535 ")]
    [InlineData("PUT", "/emulators/default/memory/0", """{"value": -2147483648, "type": "i32"}""", "memory.set 0 4 2147483648 ")]
    [InlineData("PUT", "/emulators/default/memory/0", """{"value": 2147483647, "type": "i32"}""", "memory.set 0 4 2147483647 ")]
    [InlineData("POST", "/emulators/default/buttons/press", """{"buttons": ["l"], "hold": 3600, "release": 600}""", "buttons.press 512 3600 600 1")]
    [InlineData("POST", "/emulators/default/buttons/press", """{"buttons": ["UP", "a"], "hold": 1, "release": 1, "wait": false}""", "buttons.press 65 1 1 0")]
    [InlineData("GET", "/emulators/default/buttons/press?buttons=a,b&buttons=START", null, "buttons.press 11 6 2 1")]
    [InlineData("PUT", "/emulators/default/buttons", """{"buttons": []}""", "buttons.set 0")]
    public async Task A_request_at_its_limit_is_sent(string method, string path, string? body, string expected)
    {
        var asked = Bridge.Client.AskAsync(method, path, body);
        var request = await Fake.NextRequestAsync();
        await request.ReplyAsync("1", "2", "3");
        Assert.Equal(expected, $"{request.Command} {string.Join(' ', request.Arguments)}");
        using var response = await asked;
        Assert.InRange((int)response.StatusCode, 200, 202);
    }
}
