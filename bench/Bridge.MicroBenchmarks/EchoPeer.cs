using System.Buffers;
using System.Buffers.Text;
using System.Net;
using System.Net.Sockets;
using Bridge.SocketPool.Framing;

namespace Bridge.MicroBenchmarks;

/// <summary>
/// Replies to every request with the request's payload, like the script, without allocating. Uses one thread for each connection.
/// </summary>
internal sealed class EchoPeer : IDisposable
{
    // A script without a secret sends a nonce and no proof (docs/protocol/wire.md, "Hello").
    private static readonly byte[] Challenge = " 000102030405060708090a0b0c0d0e0f - 127.0.0.1"u8.ToArray();

    private readonly Socket _listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);

    public EchoPeer()
    {
        _listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        _listener.Listen();
        Begin(Accept);
    }

    public int Port => ((IPEndPoint)_listener.LocalEndPoint!).Port;

    public void Dispose() => _listener.Dispose();

    private static void Begin(Action work) => new Thread(() =>
    {
        try
        {
            work();
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // The benchmark has ended.
        }
    }) { IsBackground = true }.Start();

    private void Accept()
    {
        while (true)
        {
            var connection = _listener.Accept();
            connection.NoDelay = true;
            Begin(() => Serve(connection));
        }
    }

    private static void Serve(Socket connection)
    {
        var (input, output) = (new byte[512 * 1024], new byte[1024 * 1024]);
        for (var filled = 0; connection.Receive(input.AsSpan(filled)) is > 0 and var count;)
        {
            filled += count;
            var (read, written) = (0, 0);
            while (MessageHeader.TryRead(input.AsSpan(read..filled), out var request, out _) == OperationStatus.Done
                && filled - read >= request.MessageLength)
            {
                written += Answer(request, input.AsSpan(read + request.HeaderLength, request.PayloadLength), output.AsSpan(written));
                read += request.MessageLength;
            }

            input.AsSpan(read..filled).CopyTo(input);
            filled -= read;
            connection.Send(output.AsSpan(0, written));
        }
    }

    private static int Answer(in MessageHeader request, ReadOnlySpan<byte> payload, Span<byte> output)
    {
        Utf8Formatter.TryFormat(request.Id, output, out var length);
        length += Put(" ok 1834 "u8, output[length..]);
        Utf8Formatter.TryFormat(payload.Length, output[length..], out var digits);
        length += digits;
        if (request.Word.SequenceEqual("hello"u8))
            length += Put(Challenge, output[length..]);
        length += Put("\n"u8, output[length..]);
        length += Put(payload, output[length..]);
        return length + Put(WireLimits.Terminator, output[length..]);
    }

    private static int Put(ReadOnlySpan<byte> bytes, Span<byte> output)
    {
        bytes.CopyTo(output);
        return bytes.Length;
    }
}
