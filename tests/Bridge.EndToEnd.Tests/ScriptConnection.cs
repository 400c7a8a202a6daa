using System.Net.Sockets;
using System.Text;

namespace Bridge.EndToEnd.Tests;

/// <summary>A client of the script's own port, which sends nothing by itself.</summary>
internal sealed class ScriptConnection(TcpClient client) : IDisposable
{
    private readonly NetworkStream _stream = client.GetStream();

    public static async Task<ScriptConnection> OpenAsync(int port)
    {
        var client = new TcpClient();
        await client.ConnectAsync("127.0.0.1", port);
        return new ScriptConnection(client);
    }

    /// <summary>Says hello and proves that it knows the secret; returns the last reply.</summary>
    public async Task<string> GreetAsync(string client, string secret)
    {
        var reply = await AskAsync(ScriptProof.Hello(client));
        return reply.StartsWith("1 ok ", StringComparison.Ordinal) ? await AskAsync(ScriptProof.Answer(reply, client, secret)) : reply;
    }

    public Task SendAsync(string text) => _stream.WriteAsync(Encoding.ASCII.GetBytes(text)).AsTask().WaitAsync(Eventually.Patience);

    /// <summary>Sends a message and returns the whole reply.</summary>
    public async Task<string> AskAsync(string message)
    {
        var sending = SendAsync(message);
        using var received = new MemoryStream();
        var buffer = new byte[65536];
        while (WireText.TryRead(received.ToArray()) is null)
        {
            var count = await _stream.ReadAsync(buffer).AsTask().WaitAsync(Eventually.Patience);
            Assert.True(count > 0, "the script has closed the connection");
            received.Write(buffer, 0, count);
        }

        await sending;
        return Encoding.ASCII.GetString(received.ToArray());
    }

    /// <summary>Returns what comes until the script closes the connection.</summary>
    public async Task<string> ReadToEndAsync()
    {
        using var received = new MemoryStream();
        try
        {
            await _stream.CopyToAsync(received).WaitAsync(Eventually.Patience);
        }
        catch (IOException)
        {
            // Closed with bytes unread.
        }

        return Encoding.ASCII.GetString(received.ToArray());
    }

    public void Dispose() => client.Dispose();
}
