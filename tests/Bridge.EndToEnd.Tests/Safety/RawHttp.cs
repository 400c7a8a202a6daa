using System.Net.Sockets;
using System.Text;

namespace Bridge.EndToEnd.Tests.Safety;

/// <summary>
/// Sends a request byte for byte over a separate connection, so that no client normalizes its path or its headers.
/// </summary>
internal static class RawHttp
{
    /// <summary>Returns the status and the whole response; status 0 if the connection is closed without one.</summary>
    public static async Task<(int Status, string Text)> AskAsync(Uri address, string request,
        byte[]? body = null, TimeSpan? patience = null)
    {
        using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        using var answer = new MemoryStream();
        try
        {
            await socket.ConnectAsync(address.Host, address.Port);
            await using var stream = new NetworkStream(socket);
            await stream.WriteAsync((byte[])[.. Encoding.Latin1.GetBytes(request), .. body ?? []]);
            await stream.CopyToAsync(answer).WaitAsync(patience ?? Eventually.Patience);
        }
        catch (Exception closed) when (closed is IOException or SocketException { SocketErrorCode: SocketError.ConnectionReset })
        {
            // The bridge may close at once, or with bytes unread; data received before that counts.
        }

        var text = Encoding.Latin1.GetString(answer.ToArray());
        return (text.StartsWith("HTTP/1.1 ", StringComparison.Ordinal) ? int.Parse(text.AsSpan(9, 3), null) : 0, text);
    }

    /// <summary>
    /// Sends many requests over few connections with pipelining; if the bridge closes a connection, the rest goes over another.
    /// </summary>
    /// <returns>The status and response of each request, in order.</returns>
    public static async Task<IReadOnlyList<(int Status, string Text)>> AskAllAsync(Uri address,
        IReadOnlyList<(string Method, string Target, string? Json)> requests)
    {
        const string Begin = "HTTP/1.1 ";
        var answers = new List<(int, string)>();
        while (answers.Count < requests.Count)
        {
            var rest = requests.Skip(answers.Count).Take(200).ToArray();
            var all = string.Concat(rest.Select((request, i) =>
                HeadOf(address, request.Method, request.Target, request.Json, isLast: i == rest.Length - 1) + request.Json));
            var (status, text) = await AskAsync(address, all);
            if (status == 0)
                throw new InvalidOperationException($"no answer to {rest[0]}");
            // No response to these requests contains this text in its middle.
            answers.AddRange(text.Split(Begin)[1..].Select(answer => (int.Parse(answer.AsSpan(0, 3), null), Begin + answer)));
        }

        return answers;
    }

    /// <summary>Returns a whole request that is valid except for its path.</summary>
    public static Task<(int Status, string Text)> AskAsync(Uri address, string method, string target, string? json = null)
    {
        var body = json is null ? null : Encoding.UTF8.GetBytes(json);
        return AskAsync(address, HeadOf(address, method, target, json, isLast: true), body);
    }

    private static string HeadOf(Uri address, string method, string target, string? json, bool isLast) =>
        $"{method} {target} HTTP/1.1\r\nHost: {address.Authority}\r\n{(isLast ? "Connection: close\r\n" : "")}"
        + (json is not null ? $"Content-Type: application/json\r\nContent-Length: {Encoding.UTF8.GetByteCount(json)}\r\n"
            : method == "GET" ? ""
            : "Content-Length: 0\r\n")
        + "\r\n";
}
