using System.Text;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Frames;

namespace Bridge.Api.Tests.Features.Frames;

/// <summary>Responses of other hosts to a step, also those that are not in the form that this host expects.</summary>
public sealed class StepPartsTests
{
    private readonly StepParts _parts = new(["a", "b"], reads: 0);

    [Fact]
    public void Results_are_in_the_order_of_the_request()
    {
        _parts.Add([1], Json("""{"results":[{"emulator":"b"}]}"""));
        _parts.Add([0], Json("""{"results":[{"emulator":"a"}]}"""));

        Assert.Equal("""{"results":[{"emulator":"a"},{"emulator":"b"}]}""", Encoding.UTF8.GetString(_parts.ToJson()));
    }

    [Theory]
    [InlineData("")]
    [InlineData("{")]
    [InlineData("null")]
    [InlineData("[]")]
    [InlineData("{}")]
    [InlineData("""{"results":{}}""")]
    [InlineData("""{"results":[{"emulator":"a"}]}""")]
    [InlineData("""{"results":[{"emulator":"a"},{"emulator":"b"},{"emulator":"c"}]}""")]
    public void JSON_without_a_result_for_each_emulator_is_a_protocol_error(string body)
    {
        _parts.Add([0, 1], Json(body));

        Assert.Equal(ProblemTypes.ProtocolError, Assert.Throws<RequestException>(() => _parts.ToJson()).Type);
    }

    [Theory]
    [InlineData(1, "[]")]
    [InlineData(3, "[]")]
    [InlineData(2, "")]
    [InlineData(2, "[")]
    [InlineData(2, "{}")]
    [InlineData(2, "null")]
    [InlineData(2, "[null]")]
    [InlineData(2, """[{"emulator":"c","type":"","title":"","status":503,"detail":""}]""")]
    public void A_binary_response_about_other_emulators_is_a_protocol_error(int count, string problems)
    {
        var body = StepLayout.Of(count, 0, null, null).NewBody(Encoding.UTF8.GetBytes(problems));
        _parts.Add([0, 1], new StepPart(body));

        Assert.Equal(ProblemTypes.ProtocolError, Assert.Throws<RequestException>(() => _parts.ToBinary()).Type);
    }

    private static StepPart Json(string body) => new(Encoding.UTF8.GetBytes(body));
}
