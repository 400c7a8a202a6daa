using Bridge.Api.Features.OnDemand;

namespace Bridge.Api.Tests.Features.OnDemand;

public sealed class OnDemandOptionsTests
{
    [Theory]
    [InlineData("Max", 0, 256)]
    [InlineData("Warm", 0, 8)]
    [InlineData("Memory", 256, 65536)]
    [InlineData("Nice", 0, 19)]
    public void A_number_out_of_range_gets_a_sentence(string setting, int min, int max)
    {
        Assert.Empty(Set(setting, min).FindFailures());
        Assert.Empty(Set(setting, max).FindFailures());
        foreach (var wrong in (int[])[min - 1, max + 1])
            Assert.Equal([$"Bridge:OnDemand:{setting} must be {min} to {max}; got {wrong}."], Set(setting, wrong).FindFailures());
    }

    [Fact]
    public void A_program_is_a_file_and_a_folder_is_none()
    {
        var file = typeof(OnDemandOptionsTests).Assembly.Location;
        Assert.Empty(new OnDemandOptions { Program = file, Folder = "/no/such/folder" }.FindFailures());
        Assert.Equal(
            [
                "Bridge:OnDemand:Program must be the file mgba-host; got \"/no/such/file\".",
                $"Bridge:OnDemand:Folder must be a folder, which the bridge creates if needed; got the file \"{file}\".",
            ],
            new OnDemandOptions { Program = "/no/such/file", Folder = file }.FindFailures());
    }

    [Fact]
    public void Without_a_setting_there_may_be_two_emulators_for_each_processor()
    {
        Assert.Equal(2 * Environment.ProcessorCount, new OnDemandOptions().MaxEmulators);
        Assert.Equal(0, new OnDemandOptions { Max = 0 }.MaxEmulators);
    }

    private static OnDemandOptions Set(string setting, int value) => setting switch
    {
        "Max" => new OnDemandOptions { Max = value },
        "Warm" => new OnDemandOptions { Warm = value },
        "Memory" => new OnDemandOptions { Memory = value },
        _ => new OnDemandOptions { Nice = value },
    };
}
