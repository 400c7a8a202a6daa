using System.Net.Sockets;
using System.Text;

namespace Bridge.LoadBench;

/// <summary>Many event subscribers, each on a connection of its own.</summary>
internal sealed class ListenerGroup : List<Listener>, IDisposable
{
    public ListenerGroup(string address, IEnumerable<string> paths) => AddRange(paths.Select(path => new Listener(new Uri(address), path)));

    /// <summary>Waits until each subscriber has received something.</summary>
    public Task WaitUntilHeardAsync() =>
        Clock.UntilAsync("everybody is answered", () => Task.FromResult(TrueForAll(listener => listener.Bytes > 0)));

    public void Dispose() => ForEach(listener => listener.Dispose());
}

/// <summary>Sends the request and counts the events, with as little processor time as possible.</summary>
internal sealed class Listener : IDisposable
{
    private readonly Socket _socket = new(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };

    public Listener(Uri address, string path) => _ = ReadAsync(address, path);

    public long Bytes { get; private set; }

    /// <summary>Gets the number of events received.</summary>
    public long Events { get; private set; }

    public void Dispose() => _socket.Dispose();

    private async Task ReadAsync(Uri address, string path)
    {
        // An event is counted by the first line of its JSON; a read may end in the middle of that line.
        var (mark, buffer, kept) = ("data: {"u8.ToArray(), new byte[4096], 0);
        try
        {
            await _socket.ConnectAsync(address.Host, address.Port);
            await _socket.SendAsync(Encoding.ASCII.GetBytes($"GET {path} HTTP/1.1\r\nHost: {address.Authority}\r\n\r\n"));
            while (await _socket.ReceiveAsync(buffer.AsMemory(kept)) is > 0 and var count)
            {
                Bytes += count;
                var all = buffer.AsSpan(0, kept + count);
                Events += all.Count(mark);
                kept = Math.Min(mark.Length - 1, all.Length);
                all[^kept..].CopyTo(buffer);
            }
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // The group was disposed.
        }
    }
}
