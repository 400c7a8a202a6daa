using System.Globalization;
using Bridge.Testing;

namespace Bridge.LoadBench;

/// <summary>Runs the core alone at full speed: the host without the bridge's script.</summary>
internal static class FreeRun
{
    /// <summary>Returns the frames a second of all hosts. Two runs of different lengths, so that the start-up time cancels out.</summary>
    /// <param name="scripts">Scripts that change the game.</param>
    /// <param name="draw">Whether the frames are drawn.</param>
    /// <param name="few">The frames of the shorter run.</param>
    /// <param name="many">The frames of the longer run.</param>
    /// <param name="hosts">How many run at once.</param>
    public static double Rate(string[] scripts, bool draw, int few, int many, int hosts = 1) =>
        hosts * (many - few) / (Time(scripts, draw, many, hosts) - Time(scripts, draw, few, hosts));

    private static double Time(string[] scripts, bool draw, int frames, int hosts)
    {
        var saves = Directory.CreateTempSubdirectory("bridge-bench-");
        string[] all = [.. scripts, draw ? "bench/lua/drawn.lua" : "bench/lua/undrawn.lua"];
        var began = Clock.Now;
        var runs = Enumerable.Range(1, hosts).Select(number => new Child($"free run {number}", HostProgram.Path,
        [
            "--rom", RepositoryRoot.Combine("emulator", "rom", "buttontest.gba"), "--save-dir", Path.Combine(saves.FullName, $"{number}"),
            "--speed", "0", "--frames", frames.ToString(CultureInfo.InvariantCulture),
            .. all.SelectMany(script => new[] { "--script", RepositoryRoot.Combine(script) }),
        ])).ToArray();
        foreach (var run in runs)
        {
            run.WaitForEnd();
            run.Dispose();
        }

        var took = Clock.Now - began;
        saves.Delete(recursive: true);
        return took;
    }
}
