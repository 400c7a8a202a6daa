using System.Net.Sockets;
using System.Text;

namespace Bridge.EndToEnd.Tests.Fleet;

/// <summary>An owner that responds as a test wants.</summary>
/// <param name="respond">Returns the response to the head of a request; null: the connection closes instead.</param>
internal sealed class ScriptedOwner(Func<string, string?> respond) : LoopbackServer
{
    protected override async Task ServeAsync(TcpClient client)
    {
        using var own = client;
        using var reader = new StreamReader(client.GetStream(), Encoding.ASCII);
        var head = new StringBuilder();
        try
        {
            while (await reader.ReadLineAsync() is { } line)
            {
                if (line.Length > 0)
                {
                    head.Append(line).Append('\n');
                    continue;
                }

                if (respond(head.ToString()) is not { } response)
                    return;
                await client.GetStream().WriteAsync(Encoding.ASCII.GetBytes(response));
                head.Clear();
            }
        }
        catch (IOException)
        {
            // The bridge has closed the connection.
        }
    }
}
