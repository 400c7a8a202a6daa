using Bridge.Api.Features.Emulators;

namespace Bridge.Api.Tests.Features.Emulators;

public sealed class SurroundingsTests
{
    [Theory]
    [InlineData(true, false, "mirrored")]
    [InlineData(true, true, "mirrored")]
    [InlineData(false, true, "set Bridge:Emulators:default:Host to host.docker.internal")]
    [InlineData(false, false, "")]
    public void The_advice_about_mGBA_on_the_host_is_given_where_it_helps(bool isWsl, bool isContainer, string advice)
    {
        var sentence = new Surroundings(isWsl, isContainer).AboutHost("Bridge:Emulators:default:Host");
        Assert.Contains(advice, sentence, StringComparison.Ordinal);
        Assert.Equal(advice.Length == 0, sentence.Length == 0);
    }
}
