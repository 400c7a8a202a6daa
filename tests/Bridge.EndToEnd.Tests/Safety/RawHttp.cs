using System.Net.Sockets;
using System.Text;

namespace Bridge.EndToEnd.Tests.Safety;

/// <summary>Sends a request byte for byte as it stands, over a connection of its own: no client tidies up its path or its headers.</summary>
internal static class RawHttp
{
    /// <summary>The status and the whole answer; status 0 when the connection is closed without one.</summary>
    public static async Task<(int Status, string Text)> AskAsync(Uri address, string request, byte[]? body = null)
    {
        using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        await socket.ConnectAsync(address.Host, address.Port);
        await using var stream = new NetworkStream(socket);
        await stream.WriteAsync((byte[])[.. Encoding.Latin1.GetBytes(request), .. body ?? []]);
        using var answer = new MemoryStream();
        try
        {
            await stream.CopyToAsync(answer).WaitAsync(Eventually.Patience);
        }
        catch (IOException)
        {
            // Closed with bytes unread; what came before counts.
        }

        var text = Encoding.Latin1.GetString(answer.ToArray());
        return (text.StartsWith("HTTP/1.1 ", StringComparison.Ordinal) ? int.Parse(text.AsSpan(9, 3), null) : 0, text);
    }

    /// <summary>A whole request of a client that is what it should be but for its path.</summary>
    public static Task<(int Status, string Text)> AskAsync(Uri address, string method, string target, string? json = null)
    {
        var body = json is null ? null : Encoding.UTF8.GetBytes(json);
        var head = $"{method} {target} HTTP/1.1\r\nHost: {address.Authority}\r\nConnection: close\r\n"
            + (body is not null ? $"Content-Type: application/json\r\nContent-Length: {body.Length}\r\n" : method == "GET" ? "" : "Content-Length: 0\r\n");
        return AskAsync(address, head + "\r\n", body);
    }
}
