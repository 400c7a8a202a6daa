using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Net.Sockets;
using System.Text;
using Bridge.Api.Contract.Errors;
using Bridge.SocketPool.Model;

namespace Bridge.Api.Features.Vectors;

/// <summary>Sends requests to the control socket of a vector, one after the other (docs/protocol/vectors.md, "Control").</summary>
/// <param name="process">The id of the vector's process, which listens in its current folder.</param>
/// <param name="socket">The name of the socket there.</param>
[SuppressMessage("Design", "CA1001", Justification = "Requests may wait for the turn when the vector ends, and it has no handle.")]
internal sealed class VectorControl(int process, string socket)
{
    private const int MaxLine = 1024;

    // A save state, or a picture; more is not a vector.
    private const int MaxBytes = 4 * 1024 * 1024;

    // Longer than any request takes: the host waits for the end of a step, up to two minutes, and for a worker that starts or answers,
    // and replaces workers that hang.
    private static readonly TimeSpan MaxTime = TimeSpan.FromSeconds(150);

    private readonly SemaphoreSlim _turn = new(1, 1);

    // By the process, because the folder's own path may be longer than the address of a socket may be.
    private readonly string _path = string.Create(CultureInfo.InvariantCulture, $"/proc/{process}/cwd/{socket}");

    /// <summary>Sends a request.</summary>
    /// <returns>The words of the answer.</returns>
    /// <inheritdoc cref="AskForBytesAsync"/>
    public async Task<string[]> AskAsync(string line, ReadOnlyMemory<byte>? bytes, CancellationToken cancellationToken) =>
        (await RunAsync(line, bytes, hasBytes: false, cancellationToken)).Words;

    /// <summary>Sends a request that is answered with bytes.</summary>
    /// <returns>The words before the size, and the bytes.</returns>
    /// <exception cref="VectorRefusedException">The vector refuses it; the message says why.</exception>
    /// <exception cref="RequestException">The vector has ended, or doesn't answer in time.</exception>
    public Task<(string[] Words, byte[] Bytes)> AskForBytesAsync(string line, CancellationToken cancellationToken) =>
        RunAsync(line, bytes: null, hasBytes: true, cancellationToken);

    private async Task<(string[] Words, byte[] Bytes)> RunAsync(
        string line, ReadOnlyMemory<byte>? bytes, bool hasBytes, CancellationToken cancellationToken)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limit.CancelAfter(MaxTime);
        var hasTurn = false;
        try
        {
            await _turn.WaitAsync(limit.Token);
            hasTurn = true;
            using var connection = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
            await connection.ConnectAsync(new UnixDomainSocketEndPoint(_path), limit.Token);
            await using var stream = new NetworkStream(connection);
            await WriteAsync(stream, line, bytes, limit.Token);
            return await ReadAsync(stream, hasBytes, limit.Token);
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            throw new RequestException(ProblemTypes.TimedOut, "The vector didn't answer in time; it may still do what was asked.");
        }
        catch (Exception exception) when (exception is SocketException or IOException)
        {
            throw TemporaryFailure.IsOutOfFiles(exception) ? StorageFailure.OutOfFiles("The vector was not asked")
                : new RequestException(ProblemTypes.UnknownVector, "The vector has just ended.");
        }
        finally
        {
            if (hasTurn)
                _turn.Release();
        }
    }

    private static async Task WriteAsync(Stream stream, string line, ReadOnlyMemory<byte>? bytes, CancellationToken cancellationToken)
    {
        var size = bytes is { } some ? string.Create(CultureInfo.InvariantCulture, $" {some.Length}\n") : "\n";
        await stream.WriteAsync(Encoding.ASCII.GetBytes(line + size), cancellationToken);
        if (bytes is not { } payload)
            return;
        await stream.WriteAsync(payload, cancellationToken);
        await stream.WriteAsync("\n"u8.ToArray(), cancellationToken);
    }

    private static async Task<(string[] Words, byte[] Bytes)> ReadAsync(Stream stream, bool hasBytes, CancellationToken cancellationToken)
    {
        var line = await ReadLineAsync(stream, cancellationToken);
        if (line.StartsWith("error ", StringComparison.Ordinal))
            throw new VectorRefusedException(ForeignText.Clean(line["error ".Length..]));
        var words = line.Split(' ');
        if (words[0] != "ok")
            throw NotAVector();
        if (!hasBytes)
            return (words[1..], []);
        if (!int.TryParse(words[^1], NumberStyles.None, CultureInfo.InvariantCulture, out var size) || size > MaxBytes)
            throw NotAVector();
        var bytes = new byte[size];
        await stream.ReadExactlyAsync(bytes, cancellationToken);
        return (words[1..^1], bytes);
    }

    // Byte by byte, because the bytes of the answer follow. The line is short.
    private static async Task<string> ReadLineAsync(Stream stream, CancellationToken cancellationToken)
    {
        var line = new StringBuilder();
        var one = new byte[1];
        while (true)
        {
            await stream.ReadExactlyAsync(one, cancellationToken);
            if (one[0] == '\n')
                return line.ToString();
            if (line.Append((char)one[0]).Length > MaxLine)
                throw NotAVector();
        }
    }

    private static RequestException NotAVector() =>
        new(ProblemTypes.EmulatorFailed, "The vector answered in another way than docs/protocol/vectors.md says.");
}
