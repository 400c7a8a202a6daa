using System.Diagnostics;
using System.Text;

namespace Bridge.EndToEnd.Tests.Debugging;

/// <summary>Debian's <c>gdb-multiarch</c>, which runs one command after the other.</summary>
internal sealed class GdbProgram : IAsyncDisposable
{
    private const string Program = "/usr/bin/gdb-multiarch";

    private readonly Process _process;
    private int _commands;

    private GdbProgram(Process process) => _process = process;

    public static async Task<GdbProgram> StartAsync()
    {
        if (!File.Exists(Program))
            Assert.Skip($"There is no {Program}; apt-get install gdb-multiarch.");
        // Output and errors in one stream, in the order in which gdb writes them.
        var start = new ProcessStartInfo("sh", ["-c", $"exec {Program} -nx -q 2>&1"])
        {
            RedirectStandardInput = true, RedirectStandardOutput = true,
        };
        var gdb = new GdbProgram(Process.Start(start)!);
        foreach (var setting in (string[])["confirm off", "pagination off", "width 0"])
            await gdb.RunAsync($"set {setting}");
        return gdb;
    }

    /// <summary>Starts it, and attaches it to a game.</summary>
    public static async Task<GdbProgram> AttachAsync(string address)
    {
        var gdb = await StartAsync();
        await gdb.RunAsync($"target remote {address}");
        return gdb;
    }

    /// <summary>Runs a command, and returns its output.</summary>
    public async Task<string> RunAsync(string command)
    {
        await BeginAsync(command);
        return await EndAsync();
    }

    /// <summary>Begins a command. A mark after it, which gdb prints, shows where its output ends.</summary>
    public async Task BeginAsync(string command)
    {
        await _process.StandardInput.WriteAsync($"{command}\necho {Mark(++_commands)}\\n\n");
        await _process.StandardInput.FlushAsync();
    }

    /// <summary>Returns the output of the command that has begun.</summary>
    public async Task<string> EndAsync()
    {
        var output = new StringBuilder();
        while (await _process.StandardOutput.ReadLineAsync().WaitAsync(Eventually.Patience) is { } line)
        {
            if (line.EndsWith(Mark(_commands), StringComparison.Ordinal))
                return output.Append(line.AsSpan(0, line.Length - Mark(_commands).Length)).ToString();
            output.Append(line).Append('\n');
        }

        throw new InvalidOperationException($"gdb has ended: {output}");
    }

    /// <summary>Returns the value of an expression.</summary>
    public async Task<uint> ValueAsync(string expression)
    {
        var output = await RunAsync($"output/u (unsigned) ({expression})");
        Assert.True(uint.TryParse(output.Replace("(gdb) ", "", StringComparison.Ordinal).Trim(), out var value), output);
        return value;
    }

    /// <summary>Presses Ctrl-C.</summary>
    public void Interrupt() => ProcessSignals.Send(_process.Id, ProcessSignals.Interrupt);

    /// <summary>Ends it as if its machine had failed.</summary>
    public void Kill() => _process.Kill();

    public async ValueTask DisposeAsync()
    {
        _process.Kill();
        await _process.WaitForExitAsync();
        _process.Dispose();
    }

    private static string Mark(int command) => $"-- end of {command} --";
}
