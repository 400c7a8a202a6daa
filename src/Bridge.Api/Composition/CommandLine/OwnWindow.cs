using System.Runtime.InteropServices;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Script;

namespace Bridge.Api.Composition.CommandLine;

/// <summary>The console window that Windows opens when the program is double-clicked, and closes when the program ends.</summary>
internal static partial class OwnWindow
{
    // With a console of its own, the program is the only process that uses it; otherwise the shell is another one.
    private static bool IsThere =>
        OperatingSystem.IsWindows() && !Console.IsOutputRedirected
        && GetConsoleProcessList(new uint[1], 1) == 1;

    /// <summary>Prints what to do next, if the program has such a window.</summary>
    public static void Greet()
    {
        if (!IsThere)
            return;
        Console.WriteLine("Open http://localhost:7185/ in a browser. Close this window to stop the bridge.");
        try
        {
            var path = ScriptFile.WriteTo(ScriptFile.DefaultFolder).Path;
            Console.WriteLine($"In mGBA choose Tools > Scripting... > File > Load script: {path}");
        }
        catch (StartException exception)
        {
            Console.WriteLine(exception.Message);
        }
    }

    /// <summary>Keeps such a window open until a key is pressed, so that the user can read an error.</summary>
    public static void KeepOpen()
    {
        if (!IsThere)
            return;
        Console.Error.WriteLine("Press any key to close this window.");
        Console.ReadKey(intercept: true);
    }

    [LibraryImport("kernel32.dll")]
    private static partial uint GetConsoleProcessList([Out] uint[] processes, uint count);
}
