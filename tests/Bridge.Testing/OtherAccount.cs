using System.Diagnostics;

namespace Bridge.Testing;

/// <summary>Runs programs as an account that owns nothing; needs root.</summary>
public static class OtherAccount
{
    /// <summary>The id of the account, and of its group: nobody's.</summary>
    public const int User = 65534;

    /// <summary>Gets why a test can't use it; null if it can.</summary>
    public static string? Missing => !OperatingSystem.IsLinux() || !Environment.IsPrivilegedProcess
        ? "Only root on Linux can be another account; run this test as root."
        : null;

    /// <summary>Starts a program with redirected output and without the environment of the tests.</summary>
    public static Process Start(string program, params string[] arguments)
    {
        var start = new ProcessStartInfo("setpriv",
            [$"--reuid={User}", $"--regid={User}", "--clear-groups",
                "--pdeathsig", "KILL", "env", "-i", "PATH=/usr/bin:/bin", program, .. arguments])
        {
            RedirectStandardOutput = true, RedirectStandardInput = true, WorkingDirectory = "/",
        };
        return Process.Start(start) ?? throw new InvalidOperationException("setpriv was not started.");
    }

    /// <summary>
    /// Sends bytes to a port of a loopback address and reads the reply, for a number of seconds or until the other side closes.
    /// </summary>
    public static Task<string> AskAsync(int port, string text, string address = "127.0.0.1", int seconds = 2) =>
        OutputAsync(text, "bash", "-c", "exec 3<>/dev/tcp/$1/$0; cat >&3; timeout $2 cat <&3; true", $"{port}", address, $"{seconds}");

    /// <summary>Runs a program with this input and returns its output.</summary>
    public static async Task<string> OutputAsync(string input, string program, params string[] arguments)
    {
        using var client = Start(program, arguments);
        await client.StandardInput.WriteAsync(input).ConfigureAwait(false);
        client.StandardInput.Close();
        var answer = await client.StandardOutput.ReadToEndAsync().WaitAsync(Eventually.Patience).ConfigureAwait(false);
        await client.WaitForExitAsync().ConfigureAwait(false);
        return answer;
    }
}
