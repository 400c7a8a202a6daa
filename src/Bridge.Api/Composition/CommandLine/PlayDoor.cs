using System.Globalization;
using System.Net;
using System.Net.Sockets;
using Bridge.Api.Composition.Configuration;
using Bridge.Doors;

namespace Bridge.Api.Composition.CommandLine;

/// <summary>
/// The door of <c>bridge play</c> for clients of BizHawk's connector. It is opened even without a setting, so that Archipelago's
/// <c>rom_start</c> needs none.
/// </summary>
/// <param name="Settings">The setting that opens it, as <c>--NAME=VALUE</c>; none if its port is set already, or no port is free.</param>
/// <param name="Sentence">What to tell the user; null: nothing.</param>
internal sealed record PlayDoor(string[] Settings, string? Sentence)
{
    private const string Setting = "Bridge:Doors:BizHawk:Port";

    /// <summary>Chooses the first free one of the ports that these clients try, unless a port is set.</summary>
    /// <param name="settings">The settings that were given.</param>
    public static PlayDoor Choose(string[] settings)
    {
        if (ProgramSettings.CreateBuilder(settings).Configuration[Setting] is not null)
            return new PlayDoor([], Sentence: null);
        var ports = DoorKind.BizHawk.Ports;
        // 0: none of the ports is free.
        return ports.FirstOrDefault(IsFree) is not 0 and var free
            ? new PlayDoor([string.Create(CultureInfo.InvariantCulture, $"--{Setting}={free}")],
                $"Archipelago and other clients of BizHawk's connector find the game at port {free}.")
            : new PlayDoor([], $"The ports {ports[0]} to {ports[^1]} are in use, so Archipelago can't find the game.");
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
