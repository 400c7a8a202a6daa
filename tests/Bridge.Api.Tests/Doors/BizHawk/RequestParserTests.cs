using System.Text;
using Bridge.Doors.BizHawk.Messages;

namespace Bridge.Api.Tests.Doors.BizHawk;

/// <summary>Lines with half a surrogate pair, or with bytes that are not UTF-8. BizHawkFaultTests has other invalid lines.</summary>
public sealed class RequestParserTests
{
    private const string NoText = "The names and texts of a request must be Unicode.";

    [Theory]
    [InlineData("{\"type\": \"\\ud800\"}")]
    [InlineData("{\"type\": \"READ\", \"address\": 0, \"size\": 1, \"domain\": \"\\udc00\"}")]
    [InlineData("{\"type\": \"WRITE\", \"address\": 0, \"domain\": \"EWRAM\", \"value\": \"\\ud800\"}")]
    [InlineData("{\"type\": \"GUARD\", \"address\": 0, \"domain\": \"EWRAM\", \"expected_data\": \"AA\\ud800\"}")]
    [InlineData("{\"type\": \"DISPLAY_MESSAGE\", \"message\": \"\\ud83c\"}")]
    [InlineData("{\"\\ud800\": 1}")]
    [InlineData("{\"\\ud800\": 1, \"type\": \"SET_MESSAGE_INTERVAL\"}")]
    [InlineData("{\"\\ud800 address\": 1, \"type\": \"READ\", \"domain\": \"EWRAM\", \"size\": 1}")]
    [InlineData("{\"\\ud800\": 1, \"type\": \"WRITE\", \"domain\": \"EWRAM\", \"address\": 1}")]
    public void Half_a_character_is_an_error_of_its_request_alone(string request)
    {
        var requests = RequestParser.Parse(Encoding.UTF8.GetBytes($$"""[{"type": "PING"}, {{request}}, {"type": "PING"}]"""));
        Assert.Equal([RequestKind.Ping, RequestKind.Invalid, RequestKind.Ping], requests.Select(each => each.Kind));
        Assert.Equal(NoText, requests[1].Text);
    }

    [Fact]
    public void Bytes_that_are_not_UTF_8_are_an_error()
    {
        byte[] line = [.. "[{\"type\": \"READ\", \"size\": 1, \"address\": 0, \"domain\": \""u8, 0xFF, 0xC0, .. "\"}]"u8];
        Assert.Equal(NoText, Assert.Single(RequestParser.Parse(line)).Text);
    }
}
