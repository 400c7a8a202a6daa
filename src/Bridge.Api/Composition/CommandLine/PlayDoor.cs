using System.Globalization;
using System.Net;
using System.Net.Sockets;
using Bridge.Api.Composition.Configuration;
using Bridge.Doors;

namespace Bridge.Api.Composition.CommandLine;

/// <summary>
/// The door of <c>bridge play</c> for clients of BizHawk's connector: open unless its port is set, so that Archipelago's
/// <c>rom_start</c> needs no further settings.
/// </summary>
internal static class PlayDoor
{
    private const string Setting = "Bridge:Doors:BizHawk:Port";

    /// <summary>Returns the setting that opens it at the first free port at which these clients look, as <c>--NAME=VALUE</c>.</summary>
    /// <param name="settings">The settings that were given.</param>
    /// <returns>Nothing if no port is free, or one is set.</returns>
    public static string[] SettingsBeside(string[] settings)
    {
        if (ProgramSettings.CreateBuilder(settings).Configuration[Setting] is not null)
            return [];
        var free = DoorKind.BizHawk.Ports.FirstOrDefault(IsFree);
        return free == 0 ? [] : [string.Create(CultureInfo.InvariantCulture, $"--{Setting}={free}")];
    }

    private static bool IsFree(int port)
    {
        try
        {
            using var listener = new TcpListener(IPAddress.Loopback, port);
            listener.Start();
            return true;
        }
        catch (SocketException)
        {
            return false;
        }
    }
}
