using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using System.IO.Pipelines;
using System.Threading.Channels;
using Bridge.RawListener.Replies;
using Microsoft.AspNetCore.Connections;

namespace Bridge.RawListener.Connections;

/// <summary>
/// Sends the replies to a client's commands in the order of the commands. A client that does not read its replies gets no place for
/// another command.
/// </summary>
[SuppressMessage("Design", "CA1001", Justification = "It has no timer and no handle.")]
internal sealed class ReplyQueue(
    ConnectionContext connection, Action<ConnectionContext> onSent, TimeSpan patience, TimeProvider time)
{
    /// <summary>Max commands in flight of a client.</summary>
    public const int MaxCommands = 64;

    // Bytes that are sent at once. A client that reads this many within its patience may take longer for the whole reply.
    private const int MaxUnsentBytes = 64 * 1024;

    private readonly Channel<(ValueTask<CommandResult> Result, int Places)> _results =
        // A refusal comes after the last command.
        Channel.CreateBounded<(ValueTask<CommandResult>, int)>(new BoundedChannelOptions(MaxCommands + 1)
        {
            SingleReader = true,
            SingleWriter = true,
            AllowSynchronousContinuations = true,
        });

    private readonly SemaphoreSlim _places = new(MaxCommands);
    private readonly PipeWriter _output = connection.Transport.Output;
    private int _taken;
    private bool _isClosed;

    /// <summary>Takes places for the next command. Those that it gets stay taken for the next call.</summary>
    /// <returns>False if there are not enough of them now.</returns>
    public bool TryTake(int places)
    {
        while (_taken < places && _places.Wait(0))
            _taken++;
        return _taken >= places;
    }

    /// <summary>Waits until <see cref="TryTake"/> succeeds.</summary>
    public async Task TakeAsync(int places)
    {
        for (; _taken < places; _taken++)
            await _places.WaitAsync();
    }

    /// <summary>Adds a command, with the places that were taken for it.</summary>
    public void Add(ValueTask<CommandResult> result)
    {
        _results.Writer.TryWrite((result, _taken));
        _taken = 0;
    }

    /// <summary>Ends <see cref="SendAsync"/> after the last command that was added.</summary>
    public void Complete() => _results.Writer.Complete();

    /// <summary>Sends the replies until <see cref="Complete"/>. Drops those to a client that is gone or does not read.</summary>
    public async Task SendAsync()
    {
        try
        {
            await SendAllAsync();
        }
        catch
        {
            Close();
            await SendAllAsync();
            throw;
        }
    }

    // The replies to a client that has closed its sending side are lost as well.
    private bool IsClosed => _isClosed || connection.ConnectionClosed.IsCancellationRequested;

    private async Task SendAllAsync()
    {
        while (await _results.Reader.WaitToReadAsync())
        {
            while (_results.Reader.TryRead(out var next))
            {
                if (!next.Result.IsCompleted)
                    await FlushAsync();
                try
                {
                    using var result = await next.Result;
                    await WriteAsync(result);
                }
                finally
                {
                    // A refusal has none.
                    if (next.Places > 0)
                        _places.Release(next.Places);
                }
            }

            await FlushAsync();
            onSent(connection);
        }
    }

    private async ValueTask WriteAsync(CommandResult result)
    {
        if (IsClosed)
            return;
        if (result.FromEmulator is not { } reply)
        {
            ReplyWriter.Write(_output, result.FromBridge!);
            return;
        }

        ReplyWriter.WriteLine(_output, reply);
        for (var rest = reply.Payload; !rest.IsEmpty && !IsClosed;)
        {
            var part = rest[..Math.Min(rest.Length, MaxUnsentBytes)];
            _output.Write(part.Span);
            rest = rest[part.Length..];
            if (_output.UnflushedBytes >= MaxUnsentBytes)
                await FlushAsync();
        }

        ReplyWriter.WriteTerminator(_output);
    }

    private async ValueTask FlushAsync()
    {
        if (IsClosed || _output.UnflushedBytes == 0)
            return;
        try
        {
            var flushing = _output.FlushAsync();
            var result = flushing.IsCompleted ? await flushing : await flushing.AsTask().WaitAsync(patience, time);
            _isClosed = result.IsCompleted;
        }
        catch (Exception exception) when (exception is TimeoutException or IOException or OperationCanceledException)
        {
            Close();
        }
    }

    // Cancels the client's commands.
    private void Close()
    {
        _isClosed = true;
        connection.Abort();
    }
}
