using System.Net.Sockets;
using System.Text;

namespace Bridge.EndToEnd.Tests.Fleet;

/// <summary>An owner that gives one answer to all requests.</summary>
/// <param name="answer">The whole response.</param>
internal sealed class ScriptedOwner(string answer) : LoopbackServer
{
    protected override async Task ServeAsync(TcpClient client)
    {
        using var own = client;
        using var reader = new StreamReader(client.GetStream(), Encoding.ASCII);
        try
        {
            while (await reader.ReadLineAsync() is { } line)
            {
                if (line.Length == 0)
                    await client.GetStream().WriteAsync(Encoding.ASCII.GetBytes(answer));
            }
        }
        catch (IOException)
        {
            // The bridge has closed the connection.
        }
    }
}
