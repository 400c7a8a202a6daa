using System.Collections.Concurrent;
using System.Diagnostics;
using System.Globalization;

namespace Bridge.Testing;

/// <summary>
/// A program of another account that listens at a port, and plays a script without a secret as well as it can: it answers hello,
/// authenticate, info and ping. Needs root.
/// </summary>
public sealed class ForeignListener : IDisposable
{
    // Each line of its output is the bytes of one connection, in hexadecimal. `closing`: closes the listener once it has a connection, and
    // opens another.
    private const string Program = """
        import socket, sys, threading
        port, mode = int(sys.argv[1]), sys.argv[2]
        facts = b"protocol=3 script=1.0.0 instance=x mgba=0.10 platform=GBA title=FOREIGN capabilities=screen,reset clients=1"
        def reply(connection, word):
            if word == b"hello":
                return b"ok 1 0 %s - 127.0.0.1:%d" % (b"0" * 32, port), b""
            if word in (b"authenticate", b"info"):
                return b"ok 1 0 " + facts, b""
            return b"ok 1 0", b""
        def serve(connection):
            got = b""
            try:
                if mode == "lying":
                    text = b"\x1b[2J\r\n2026-01-01 INF forged"
                    connection.sendall(b"0 crashed 1 0 1\n<|END|>")
                while True:
                    received = connection.recv(65536)
                    if not received:
                        break
                    got += received
                    if mode == "silent":
                        continue
                    for line in received.split(b"\n"):
                        words = line.replace(b"<|END|>", b"").split(b" ")
                        if len(words) < 4:
                            continue
                        if mode == "lying":
                            connection.sendall(b"%s internal 1 %d\n%s<|END|>" % (words[0], len(text), text))
                        else:
                            head, payload = reply(connection, words[1])
                            connection.sendall(words[0] + b" " + head + b"\n" + payload + b"<|END|>")
            except OSError:
                pass
            print(got.hex(), flush=True)
            connection.close()
        def listen():
            listener = socket.socket()
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(("127.0.0.1", port))
            listener.listen(64)
            return listener
        listener = listen()
        print("listens", flush=True)
        while True:
            connection = listener.accept()[0]
            if mode in ("closing", "leaving"):
                listener.close()
            threading.Thread(target=serve, args=(connection,), daemon=True).start()
            if mode == "closing":
                listener = listen()
            elif mode == "leaving":
                print("left", flush=True)
                sys.stdin.read()
        """;

    private readonly Process _process;
    private readonly ConcurrentQueue<string> _received = new();
    private readonly TaskCompletionSource _left = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource _listens = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>Starts the program.</summary>
    /// <param name="port">Its port on 127.0.0.1.</param>
    /// <param name="mode">
    /// <c>playing</c> the script, <c>closing</c> the listener at each connection as well, <c>leaving</c> the port after the first one,
    /// <c>silent</c>, or <c>lying</c> to the log.
    /// </param>
    public ForeignListener(int port, string mode)
    {
        _process = OtherAccount.Start("/usr/bin/python3", "-c", Program, port.ToString(CultureInfo.InvariantCulture), mode);
        _process.OutputDataReceived += (_, line) =>
        {
            if (line.Data == "listens")
                _listens.TrySetResult();
            else if (line.Data == "left")
                _left.TrySetResult();
            else if (line.Data is { Length: > 0 })
                _received.Enqueue(System.Text.Encoding.ASCII.GetString(Convert.FromHexString(line.Data)));
        };
        _process.BeginOutputReadLine();
    }

    /// <summary>Gets what each of its connections has received, once that is over.</summary>
    public IReadOnlyCollection<string> Received => _received;

    /// <summary>Waits until it listens.</summary>
    public Task ListensAsync() => _listens.Task.WaitAsync(Eventually.Patience);

    /// <summary>Waits until it has left the port.</summary>
    public Task LeavesAsync() => _left.Task.WaitAsync(Eventually.Patience);

    public void Dispose()
    {
        _process.Kill();
        _process.Dispose();
    }
}
