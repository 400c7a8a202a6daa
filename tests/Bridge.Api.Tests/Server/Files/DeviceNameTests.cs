using Bridge.Api.Server.Files;

namespace Bridge.Api.Tests.Server.Files;

public sealed class DeviceNameTests
{
    [Theory]
    [InlineData("CON")]
    [InlineData("con")]
    [InlineData("PRN")]
    [InlineData("AUX")]
    [InlineData("NUL")]
    [InlineData("nul.tar.gz")]
    [InlineData("NUL:stream")]
    [InlineData("Nul .gba")]
    [InlineData("CONIN$")]
    [InlineData("conout$.txt")]
    [InlineData("CLOCK$")]
    [InlineData("COM0")]
    [InlineData("COM1")]
    [InlineData("com9.gba")]
    [InlineData("COM\u00B9")]
    [InlineData("Com\u00B2.gba")]
    [InlineData("COM\u00B3.state")]
    [InlineData("LPT0")]
    [InlineData("LPT1.")]
    [InlineData("lpt9.sav")]
    [InlineData("LPT\u00B9")]
    [InlineData("LPT\u00B2")]
    [InlineData("lpt\u00B3 .ss1")]
    public void A_device_name_is_recognized_in_any_case_and_with_any_extension(string name) => Assert.True(DeviceName.Is(name));

    [Theory]
    [InlineData("")]
    [InlineData(".con")]
    [InlineData(" CON")]
    [InlineData("CON1")]
    [InlineData("CON-1a2b3c4d")]
    [InlineData("CONSOLE.gba")]
    [InlineData("COM")]
    [InlineData("COM10")]
    [InlineData("COMA")]
    [InlineData("COM1 (USA).gba")]
    [InlineData("my.con")]
    [InlineData("NULL")]
    [InlineData("CONIN")]
    [InlineData("Zelda: Minish Cap.gba")]
    public void Other_names_are_not_device_names(string name) => Assert.False(DeviceName.Is(name));
}
