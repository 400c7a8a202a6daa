using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Net.Sockets;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;

namespace Bridge.Api.Emulators;

/// <summary>What to do next about an emulator: one sentence for each state that it can be in.</summary>
internal static class NextStep
{
    private const string LoadScript = "load lua/bridge.lua in it (Tools > Scripting... > File > Load script...)";

    /// <summary>The sentence, without asking the emulator anything.</summary>
    public static string Of(EmulatorClient emulator) => emulator.State switch
    {
        EmulatorState.Running => "Nothing to do: it answers.",
        EmulatorState.Held => "A client holds the game: wait until it lets go or its lease ends, or end the hold with " + LetGo(emulator),
        EmulatorState.NoGame => $"Load a game in mGBA (File > Load ROM...): the script at {emulator.Address} answers, but there is none.",
        EmulatorState.Paused =>
            $"Unpause the game in mGBA (Emulation > Pause), or load one: {emulator.Address} takes connections, but nothing answers while "
            + $"no frames are emulated.",
        EmulatorState.Stuck =>
            $"Unpause the game in mGBA (Emulation > Pause), or if it isn't paused, end mGBA and start it again: nothing at "
            + $"{emulator.Address} has been answered since a state or a game was loaded, and a damaged one can make mGBA calculate for "
            + $"ever.",
        EmulatorState.Crashed =>
            $"Reset the game with POST /emulators/{emulator.Name}/reset, or load a save state from before it crashed; in mGBA's window, "
            + $"where no script runs now, open the game there again.",
        EmulatorState.ScriptOutdated =>
            $"Load the lua/bridge.lua that came with this bridge: the script at {emulator.Address} speaks another version of the protocol.",
        EmulatorState.Unauthorized => AboutSecret(emulator),
        _ => AboutNobody(emulator, emulator.Trouble),
    };

    /// <summary>The same, with the name of whoever holds the game.</summary>
    public static async Task<string> AskAsync(EmulatorClient emulator, CancellationToken cancellationToken)
    {
        if (emulator.State != EmulatorState.Held)
            return Of(emulator);
        try
        {
            var hold = await emulator.GetHoldAsync(cancellationToken);
            return hold.Held ? string.Create(CultureInfo.InvariantCulture,
                $"\"{hold.Owner}\" holds the game for another {hold.Left.TotalSeconds:0.#} s unless it renews that: wait, or end the hold "
                + $"with {LetGo(emulator, hold.Exclusive)}") : Of(emulator);
        }
        catch (EmulatorException)
        {
            // It has just changed its state.
            return Of(emulator);
        }
    }

    private static string AboutSecret(EmulatorClient emulator) => emulator switch
    {
        { KeyFileProblem: { } problem } =>
            $"{problem} The script at {emulator.Address} asks for a secret: mend that file, or set {Setting(emulator, "Secret")} and "
            + $"BRIDGE_SCRIPT_SECRET.",
        { KeyFilePath: { } path } =>
            $"Let bridge and mGBA use the same key file: the bridge's is {path}, the folder of the script's is BRIDGE_KEY_FOLDER; a script "
            + $"that was started with a BRIDGE_SCRIPT_SECRET needs it as {Setting(emulator, "Secret")}.",
        _ =>
            $"Give the bridge the secret that the script at {emulator.Address} was started with: {Setting(emulator, "Secret")} is the "
            + $"bridge's, BRIDGE_SCRIPT_SECRET the script's.",
    };

    private static string AboutNobody(EmulatorClient emulator, Exception? trouble) => trouble switch
    {
        EmulatorException alien =>
            $"End what answers at {emulator.Address}, which is not the script ({Reason(alien)}), or give script and bridge another port: "
            + $"BRIDGE_SCRIPT_PORT and {Setting(emulator, "Port")}.",
        SocketException { SocketErrorCode: not SocketError.ConnectionRefused } or TimeoutException =>
            $"Compare {Setting(emulator, "Host")} and Port with where mGBA runs: {emulator.Address} can't be reached ({trouble.Message}).",
        _ when IsHere(emulator) && MgbaRuns() =>
            $"mGBA runs, but nothing listens at {emulator.Address}: {LoadScript}, and compare the port that its console tells.",
        _ => $"Nothing listens at {emulator.Address}: start mGBA with a game and {LoadScript}, or run ./run.sh.",
    };

    private static string Reason(EmulatorException alien) => (alien.InnerException ?? alien).Message.TrimEnd('.');

    private static string LetGo(EmulatorClient emulator, bool isExclusive = false) =>
        $"DELETE /emulators/{emulator.Name}/frames/hold{(isExclusive ? "?force=true" : "")}.";

    private static string Setting(EmulatorClient emulator, string name) => $"Bridge:Emulators:{emulator.Name}:{name}";

    private static bool IsHere(EmulatorClient emulator) =>
        emulator.Host == "localhost" || IPAddress.TryParse(emulator.Host, out var address) && IPAddress.IsLoopback(address);

    // Its programs are called mGBA, mgba-qt, mgba-sdl and mgba-host.
    private static bool MgbaRuns()
    {
        var found = false;
        foreach (var process in Process.GetProcesses())
        {
            using (process)
                found = found || NameOf(process).StartsWith("mgba", StringComparison.OrdinalIgnoreCase);
        }

        return found;
    }

    private static string NameOf(Process process)
    {
        try
        {
            return process.ProcessName;
        }
        catch (InvalidOperationException)
        {
            // Ended since it was listed.
            return "";
        }
    }
}
