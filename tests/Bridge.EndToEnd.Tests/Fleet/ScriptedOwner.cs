using System.Net.Sockets;
using System.Text;

namespace Bridge.EndToEnd.Tests.Fleet;

/// <summary>An owner that answers as a test wants.</summary>
/// <param name="answer">
/// Returns the answer to the head of a request, and is told whether it came over the connection of the first one, which is that of the
/// forwarder; null: the connection closes instead.
/// </param>
internal sealed class ScriptedOwner(Func<bool, string, string?> answer) : LoopbackServer
{
    private int _connections;
    private int _first;

    /// <summary>Gets how many connections there were.</summary>
    public int Connections => Volatile.Read(ref _connections);

    protected override async Task ServeAsync(TcpClient client)
    {
        using var own = client;
        var number = Interlocked.Increment(ref _connections);
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

                Interlocked.CompareExchange(ref _first, number, 0);
                if (answer(Volatile.Read(ref _first) == number, head.ToString()) is not { } given)
                    return;
                await client.GetStream().WriteAsync(Encoding.ASCII.GetBytes(given));
                head.Clear();
            }
        }
        catch (IOException)
        {
            // The bridge has closed the connection.
        }
    }
}
