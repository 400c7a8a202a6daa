using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using System.Text;

namespace Bridge.EndToEnd.Tests.Safety;

/// <summary>
/// Another web site: serves one page to a real browser, and receives the page's report on its attempts.
/// </summary>
internal sealed class HostilePage : IAsyncDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly TaskCompletionSource<string> _report = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly byte[] _page;

    /// <param name="script">The attempts; ends with <c>report(text)</c>.</param>
    public HostilePage(string script)
    {
        _page = Encoding.UTF8.GetBytes(
            "<!doctype html><body><script type=module>const report = text => fetch('/report', { method: 'POST', body: text });\n"
                + script + "</script>");
        _listener.Start();
        _ = ServeAsync();
    }

    public int Port => ((IPEndPoint)_listener.LocalEndpoint).Port;

    /// <summary>Gets the page's report.</summary>
    public Task<string> ReportAsync() => _report.Task.WaitAsync(Eventually.Patience);

    public ValueTask DisposeAsync()
    {
        _listener.Dispose();
        return ValueTask.CompletedTask;
    }

    private async Task ServeAsync()
    {
        try
        {
            while (true)
                _ = AnswerAsync(await _listener.AcceptTcpClientAsync());
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // The test is over.
        }
    }

    private async Task AnswerAsync(TcpClient client)
    {
        using (client)
        {
            await using var stream = client.GetStream();
            var (received, buffer) = (new StringBuilder(), new byte[8192]);
            while (!IsWhole(received.ToString()))
            {
                var count = await stream.ReadAsync(buffer);
                if (count == 0)
                    return;
                received.Append(Encoding.UTF8.GetString(buffer, 0, count));
            }

            var request = received.ToString();
            var body = request.StartsWith("GET / ", StringComparison.Ordinal) ? _page : [];
            await stream.WriteAsync(Encoding.ASCII.GetBytes(
                $"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {body.Length}\r\nConnection: close\r\n\r\n"));
            await stream.WriteAsync(body);
            if (request.StartsWith("POST /report ", StringComparison.Ordinal))
                _report.TrySetResult(request[(request.IndexOf("\r\n\r\n", StringComparison.Ordinal) + 4)..]);
        }
    }

    private static bool IsWhole(string request)
    {
        var end = request.IndexOf("\r\n\r\n", StringComparison.Ordinal);
        if (end < 0)
            return false;
        var length = request.Split("\r\n").FirstOrDefault(line => line.StartsWith("Content-Length:", StringComparison.OrdinalIgnoreCase));
        return length is null || Encoding.UTF8.GetByteCount(request) - end - 4 >= int.Parse(length.AsSpan(15), null);
    }
}

/// <summary>Chromium without a window.</summary>
internal sealed class Browser : IDisposable
{
    private const string Program = "/usr/bin/chromium";

    private readonly DirectoryInfo _profile = Directory.CreateTempSubdirectory("bridge-browser-");
    private readonly Process _process;
    private readonly TaskCompletionSource<Uri> _devTools = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>Opens an address. Names that end with .example resolve to this machine.</summary>
    public Browser(string address, params ReadOnlySpan<string> options)
    {
        if (!File.Exists(Program))
            Assert.Skip($"There is no {Program}; apt-get install chromium.");
        _process = Process.Start(new ProcessStartInfo(Program,
        [
            "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
            "--no-first-run", "--disable-background-networking",
            // The bridge must be safe without Chromium's own checks of local addresses, which other browsers don't have.
            "--disable-features=LocalNetworkAccessChecks,BlockInsecurePrivateNetworkRequests,PrivateNetworkAccessSendPreflights",
            $"--user-data-dir={_profile.FullName}", "--host-resolver-rules=MAP *.example 127.0.0.1", .. options, address,
        ])
        { RedirectStandardOutput = true, RedirectStandardError = true })!;
        _process.ErrorDataReceived += (_, line) =>
        {
            if (line.Data?.Split("DevTools listening on ") is [_, var address])
                _devTools.TrySetResult(new UriBuilder(address) { Scheme = "http", Path = "" }.Uri);
        };
        _process.BeginErrorReadLine();
    }

    /// <summary>Connects to the page at this address; the browser must be started with <c>--remote-debugging-port=0</c>.</summary>
    public async Task<OpenedPage> PageAsync(string address) =>
        await OpenedPage.OfAsync(await _devTools.Task.WaitAsync(Eventually.Patience), address);

    /// <summary>Waits for the browser's end and returns its output.</summary>
    public async Task<string> OutputAsync()
    {
        var output = await _process.StandardOutput.ReadToEndAsync().WaitAsync(Eventually.Patience);
        await _process.WaitForExitAsync().WaitAsync(Eventually.Patience);
        return output;
    }

    public void Dispose()
    {
        _process.Kill(entireProcessTree: true);
        _process.WaitForExit();
        _process.Dispose();
        try
        {
            _profile.Delete(recursive: true);
        }
        catch (IOException)
        {
            // An ending browser process may still write there; it is the system's folder for temporary files.
        }
    }
}
