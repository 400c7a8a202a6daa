using Bridge.Api.Features.Doors;

namespace Bridge.Api.Tests.Features.Doors;

public sealed class DoorSettingsTests
{
    [Theory]
    [InlineData(0, "127.0.0.1", false)]
    [InlineData(65535, "::1", false)]
    [InlineData(2345, "0.0.0.0", true)]
    [InlineData(-1, "127.0.0.1", true, "Bridge:Doors:Gdb:Port must be 0 to 65535; got -1.")]
    [InlineData(65536, "127.0.0.1", true, "Bridge:Doors:Gdb:Port must be 0 to 65535; got 65536.")]
    [InlineData(0, "localhost", true, "Bridge:Doors:Gdb:Address must be an IP address, like 127.0.0.1; got \"localhost\".")]
    [InlineData(0, "0.0.0.0", false, "Bridge:Doors:Gdb:Address is 0.0.0.0, which other machines can reach")]
    [InlineData(0, "192.168.0.1", false, "Bridge:Doors:Gdb:Address is 192.168.0.1, which other machines can reach")]
    public void Settings_are_checked(int port, string address, bool trustsNetwork, string? failure = null) =>
        Check(new DoorOptions { Gdb = new DoorSettings { Port = port, Address = address } }, trustsNetwork, failure);

    [Theory]
    [InlineData("write")]
    [InlineData("read", "Bridge:Doors:Gdb:Access must be write for gdb; got \"read\".")]
    [InlineData("input", "Bridge:Doors:Gdb:Access must be read or write; got \"input\".")]
    public void Gdb_needs_write(string access, string? failure = null) =>
        Check(new DoorOptions { Gdb = new DoorSettings { Access = access } }, trustsNetwork: false, failure);

    [Theory]
    [InlineData(null)]
    [InlineData("")]
    [InlineData(".")]
    [InlineData("no/such", "Bridge:Doors:RetroArch:Screenshots must be an existing folder; got \"no/such\".")]
    public void A_folder_of_pictures_must_exist(string? folder, string? failure = null) =>
        Check(new DoorOptions { RetroArch = new RetroArchSettings { Screenshots = folder } }, trustsNetwork: false, failure);

    private static void Check(DoorOptions options, bool trustsNetwork, string? failure)
    {
        var failures = options.FindFailures(trustsNetwork).ToArray();
        if (failure is null)
            Assert.Empty(failures);
        else
            Assert.StartsWith(failure, Assert.Single(failures), StringComparison.Ordinal);
    }
}
