using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using System.Text;

namespace Bridge.EndToEnd.Tests.Safety;

/// <summary>
/// A web site of somebody else: serves one page to a real browser, and gets the page's report of what its attempts came to.
/// </summary>
internal sealed class HostilePage : IAsyncDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly TaskCompletionSource<string> _report = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly byte[] _page;

    /// <param name="script">Attempts; ends with <c>report(text)</c>.</param>
    public HostilePage(string script)
    {
        _page = Encoding.UTF8.GetBytes(
            "<!doctype html><body><script type=module>const report = text => fetch('/report', { method: 'POST', body: text });\n"
                + script + "</script>");
        _listener.Start();
        _ = ServeAsync();
    }

    public int Port => ((IPEndPoint)_listener.LocalEndpoint).Port;

    /// <summary>What the page has reported.</summary>
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

    /// <summary>Opens an address. Names that end with .example are this machine.</summary>
    public Browser(string address, params ReadOnlySpan<string> options)
    {
        if (!File.Exists(Program))
            Assert.Skip($"There is no {Program}; apt-get install chromium.");
        _process = Process.Start(new ProcessStartInfo(Program,
        [
            "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
            "--no-first-run", "--disable-background-networking",
            // The bridge has to be safe without the browser's own checks of addresses of this machine, which other browsers don't have.
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

    /// <summary>The page that it shows at this address; it has to be started with <c>--remote-debugging-port=0</c>.</summary>
    public async Task<OpenedPage> PageAsync(string address) =>
        await OpenedPage.OfAsync(await _devTools.Task.WaitAsync(Eventually.Patience), address);

    /// <summary>What it has written by its end.</summary>
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
            // A process of it that is just ending may still write there; it is the system's folder for what nobody needs.
        }
    }
}
