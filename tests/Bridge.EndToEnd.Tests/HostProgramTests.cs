using System.Diagnostics;
using System.Text.RegularExpressions;

namespace Bridge.EndToEnd.Tests;

/// <summary>Runs the tests of the C host and the ROM, which are written in shell and Lua.</summary>
public sealed partial class HostProgramTests
{
    [Fact]
    public async Task The_hosts_own_tests_pass()
    {
        await HostProgram.BuildAsync();
        var start = new ProcessStartInfo("sh", [RepositoryRoot.Combine("tests", "emulator", "run.sh")])
            { RedirectStandardOutput = true, RedirectStandardError = true };
        using var run = Process.Start(start)!;
        var errors = run.StandardError.ReadToEndAsync();
        var output = await run.StandardOutput.ReadToEndAsync();
        await run.WaitForExitAsync();
        var failed = string.Join('\n', output.Split('\n').Where(line => line.StartsWith("FAILED", StringComparison.Ordinal)));
        Assert.True(run.ExitCode == 0, $"{failed}\n{await errors}");
        Assert.Matches(Summary(), output);
    }

    [GeneratedRegex(@"^[1-9]\d* passed, 0 failed$", RegexOptions.Multiline)]
    private static partial Regex Summary();
}
