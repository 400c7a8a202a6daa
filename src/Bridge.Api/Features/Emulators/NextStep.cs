using System.Globalization;
using System.Net;
using System.Net.Sockets;
using Bridge.Api.Server.Diagnostics;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Framing;

namespace Bridge.Api.Features.Emulators;

/// <summary>Says what to do next about an emulator: one sentence for each of its states.</summary>
internal static class NextStep
{
    private const string LoadScript =
        "load lua/bridge.lua in it, the file that bridge script writes (Tools > Scripting... > File > Load script...)";

    /// <summary>Returns the sentence, without a request to the emulator.</summary>
    public static string Of(EmulatorClient emulator) => emulator.State switch
    {
        EmulatorState.Running => AboutScript(emulator) ?? "Nothing to do: the emulator responds.",
        EmulatorState.Held =>
            "Wait until the client that froze the game resumes it or its lease expires, or resume it with " + ReleaseCall(emulator),
        EmulatorState.Stopped =>
            $"Look at the game, which stands at a breakpoint, and let it go on with POST /emulators/{emulator.Name}/breakpoints/continue; "
            + "without that it goes on when the time of the stop is over.",
        EmulatorState.NoGame =>
            $"Load a game in mGBA (File > Load ROM...): the script at {emulator.Address} responds, but no game is loaded.",
        EmulatorState.Paused =>
            $"Unpause the game in mGBA (Emulation > Pause), or load a game: {emulator.Address} accepts connections, but the script can't "
            + $"respond while no frames are emulated.",
        EmulatorState.Stuck =>
            $"Unpause the game in mGBA (Emulation > Pause), or close mGBA and start it again if it is not paused: "
            + $"{emulator.Address} has not responded since a state or a game was loaded, and a damaged state or game can make mGBA "
            + $"hang.",
        EmulatorState.Crashed =>
            $"Reset the game with POST /emulators/{emulator.Name}/reset, or load a save state from before the crash; in mGBA's window, "
            + $"where scripts stop after a crash, open the game again.",
        EmulatorState.ScriptOutdated => AboutVersion(emulator),
        EmulatorState.WrongSecret => AboutSecret(emulator),
        EmulatorState.ForeignScript => AboutForeigner(emulator),
        _ => AboutNobody(emulator, emulator.LastConnectError),
    };

    /// <summary>Returns the same, but requests from the script which client holds the game.</summary>
    public static async Task<string> AskAsync(EmulatorClient emulator, CancellationToken cancellationToken)
    {
        if (emulator.State != EmulatorState.Held)
            return Of(emulator);
        try
        {
            var hold = await emulator.GetHoldAsync(cancellationToken);
            return hold.Held ? string.Create(CultureInfo.InvariantCulture,
                $"\"{hold.Owner}\" has frozen the game; it resumes in {hold.Left.TotalSeconds:0.#} s unless the lease is renewed: wait, or "
                + $"resume it with {ReleaseCall(emulator, hold.Exclusive)}") : Of(emulator);
        }
        catch (EmulatorException)
        {
            // The emulator's state has just changed.
            return Of(emulator);
        }
    }

    // The error of an outdated script has the script's version of the protocol as its parameter.
    private static string AboutVersion(EmulatorClient emulator) =>
        emulator.LastConnectError is EmulatorException { Parameter: { } text } && int.TryParse(text, out var version)
            && version > WireLimits.ProtocolVersion
            ? $"Update this bridge, or load the lua/bridge.lua that came with it: the script at {emulator.Address} uses version {version} "
              + $"of the protocol, which is newer than the bridge's {WireLimits.ProtocolVersion}."
            : $"Load the lua/bridge.lua that came with this bridge: the script at {emulator.Address} uses another version of the "
              + $"protocol than the bridge, which uses {WireLimits.ProtocolVersion}.";

    /// <summary>Returns advice if the script's version differs from this program's; null if they match or it is unknown.</summary>
    public static string? AboutScript(EmulatorClient emulator) =>
        emulator.Status.Facts is { } facts && !ProgramVersion.IsCompatible(facts.Script)
            ? $"The script at {emulator.Address} has version {facts.Script}, and this bridge comes with {ProgramVersion.Number}: write it "
                + "with bridge script, and load it in mGBA again."
            : null;

    private static string AboutSecret(EmulatorClient emulator) => emulator switch
    {
        { KeyFileProblem: { } problem } =>
            $"{problem} Script and bridge at {emulator.Address} need the same secret: fix that file, or set {Setting(emulator, "Secret")} "
            + $"and BRIDGE_SCRIPT_SECRET.",
        { KeyFilePath: { } path } =>
            $"Use the same key file for the bridge ({path}) and mGBA (in the folder BRIDGE_KEY_FOLDER), or set "
            + $"{Setting(emulator, "Secret")} to the BRIDGE_SCRIPT_SECRET that the script was started with.",
        _ =>
            $"Set {Setting(emulator, "Secret")} to the secret that the script at {emulator.Address} was started with in "
            + $"BRIDGE_SCRIPT_SECRET.",
    };

    private static string AboutForeigner(EmulatorClient emulator)
    {
        var reason = emulator.LastConnectError is EmulatorException { Failure: EmulatorFailure.ForeignScript } foreigner
            ? foreigner.Message
            : $"The program at {emulator.Address} belongs to another account.";
        return $"{reason} The bridge sends it no command. Stop that program, or change the port in BRIDGE_SCRIPT_PORT and "
            + $"{Setting(emulator, "Port")}. If the emulator runs as another account on purpose, set {Setting(emulator, "Secret")} and "
            + $"BRIDGE_SCRIPT_SECRET; if you forward the port yourself, set {Setting(emulator, "ScriptPort")}.";
    }

    private static string AboutNobody(EmulatorClient emulator, Exception? trouble) => trouble switch
    {
        _ when Path.IsPathRooted(emulator.Address) =>
            $"Start mgba-host with BRIDGE_SCRIPT_SOCKET={emulator.Address}, or change {Setting(emulator, "SocketPath")}: no script "
            + "listens at that Unix socket.",
        EmulatorException alien =>
            $"Stop the program that responds at {emulator.Address}, which is not the script ({Reason(alien)}), or change the port in "
            + $"BRIDGE_SCRIPT_PORT and {Setting(emulator, "Port")}.",
        // On Windows a connection to a free port of this machine may take as long as the timeout.
        SocketException { SocketErrorCode: not SocketError.ConnectionRefused } => Unreachable(emulator, trouble),
        TimeoutException when !IsHere(emulator) => Unreachable(emulator, trouble),
        _ => AboutFreePort(emulator),
    };

    private static string Unreachable(EmulatorClient emulator, Exception trouble) =>
        $"Check that mGBA runs at {Setting(emulator, "Host")} and Port: the bridge can't reach {emulator.Address} ({trouble.Message}).";

    private static string AboutFreePort(EmulatorClient emulator)
    {
        if (!IsHere(emulator))
            return $"Nothing listens at {emulator.Address}: start mGBA with a game and {LoadScript}.";
        if (MgbaPrograms.AreRunning())
            return $"mGBA runs, but nothing listens at {emulator.Address}: {LoadScript}, and check the port that its console shows.";
        var start = OperatingSystem.IsLinux() ? ", or run mgba-host --rom GAME --script FILE" : "";
        var elsewhere = Surroundings.OfProgram.AboutHost(Setting(emulator, "Host"));
        return $"Nothing listens at {emulator.Address}: start mGBA with a game and {LoadScript}{start}{elsewhere}.";
    }

    private static string Reason(EmulatorException alien) => (alien.InnerException ?? alien).Message.TrimEnd('.');

    private static string ReleaseCall(EmulatorClient emulator, bool isExclusive = false) =>
        $"DELETE /emulators/{emulator.Name}/frames/hold{(isExclusive ? "?force=true" : "")}.";

    private static string Setting(EmulatorClient emulator, string name) => $"Bridge:Emulators:{emulator.Name}:{name}";

    private static bool IsHere(EmulatorClient emulator) =>
        emulator.Host == "localhost" || IPAddress.TryParse(emulator.Host, out var address) && IPAddress.IsLoopback(address);
}
