using Bridge.Api.Features.Emulators;

namespace Bridge.Api.Tests.Features.Emulators;

public sealed class MgbaProgramsTests
{
    [Theory]
    [InlineData("mGBA", true)]
    [InlineData("mgba-qt", true)]
    [InlineData("mgba-sdl", true)]
    [InlineData("mgba-host", false)]
    [InlineData("bridge", false)]
    [InlineData("", false)]
    public void Only_a_program_in_which_a_person_can_load_the_script_counts(string process, bool expected) =>
        Assert.Equal(expected, MgbaPrograms.IsWindow(process));
}
