using System.Buffers;
using System.IO.Pipelines;
using Bridge.RawListener.Commands;
using Bridge.RawListener.Diagnostics;
using Bridge.RawListener.Input;
using Bridge.RawListener.Model;
using Bridge.RawListener.Replies;
using Bridge.SocketPool.Framing;
using Microsoft.AspNetCore.Connections;

namespace Bridge.RawListener.Connections;

/// <summary>Reads the commands of one client, and starts them in their order.</summary>
internal sealed class RawConnection(
    ConnectionContext connection, RawHost host, CommandDispatcher dispatcher, InputMemory memory, RawMeters meters, TimeSpan patience,
    TimeProvider time)
{
    private readonly RawSession _session = new(connection);
    private readonly ReplyQueue _replies = new(connection, host.AwaitCommand, patience, time);
    private readonly InputBuffer _input = new(memory);
    private readonly PipeReader _reader = connection.Transport.Input;
    private long _waitingSince = time.GetTimestamp();
    private int _scanned; // For CommandMessage.TryRead.
    private bool _isOver;

    /// <summary>Serves the client until it disconnects or is refused.</summary>
    /// <param name="stopping">Ends it after the replies to the commands that have begun.</param>
    public async Task ServeAsync(CancellationToken stopping)
    {
        var sending = _replies.SendAsync();
        try
        {
            while (!_isOver && await ReceiveAsync(stopping))
                await BeginCommandsAsync(stopping);
        }
        catch
        {
            // Cancels the commands.
            connection.Abort();
            throw;
        }
        finally
        {
            _input.Clear();
            _replies.Complete();
            await sending;
        }
    }

    // Returns false at the end of the stream.
    private async ValueTask<bool> ReceiveAsync(CancellationToken stopping)
    {
        ReadResult result;
        try
        {
            var reading = _reader.ReadAsync(stopping);
            result = reading.IsCompleted || !IsWaiting ? await reading : await reading.AsTask().WaitAsync(TimeLeft(), time, stopping);
        }
        catch (TimeoutException)
        {
            _reader.CancelPendingRead();
            Refuse(RawReply.Error(RawProblems.TooSlow, _session.Emulator is null
                ? $"The client sent no hello within {patience.TotalSeconds:0.###} s."
                : $"The client did not finish a message within {patience.TotalSeconds:0.###} s. The bridge used none of it."));
            return false;
        }
        catch (Exception exception) when (exception is IOException or OperationCanceledException)
        {
            return false;
        }

        if (result.IsCompleted)
            return false;
        if (!IsWaiting)
            _waitingSince = time.GetTimestamp();
        var isKept = _input.TryAppend(result.Buffer);
        _reader.AdvanceTo(result.Buffer.End);
        if (!isKept)
        {
            Refuse(RawReply.Error(RawProblems.Overloaded,
                "The unfinished messages of all clients use all the memory reserved for them. The bridge used none of this "
                + "message.", safeToRepeat: true));
        }

        return isKept;
    }

    // Whether the client owes bytes, a hello or the rest of a message, and so has only its patience left to send them.
    private bool IsWaiting => _session.Emulator is null || _input.Length > 0;

    private TimeSpan TimeLeft()
    {
        var left = patience - time.GetElapsedTime(_waitingSince);
        return left > TimeSpan.Zero ? left : TimeSpan.Zero;
    }

    private async ValueTask BeginCommandsAsync(CancellationToken stopping)
    {
        // A long message takes longer than the thread that polls the sockets may be kept.
        if (_input.Length > InputMemory.FreeBytes && !Thread.CurrentThread.IsThreadPoolThread)
            await Task.CompletedTask.ConfigureAwait(ConfigureAwaitOptions.ForceYielding);
        // The next commands wait unread for as long as the client has too many in flight.
        while (BeginCommands() is var places and > 0)
        {
            await _replies.TakeAsync(places);
            if (_session.Closed.IsCancellationRequested || stopping.IsCancellationRequested)
                _isOver = true;
        }
    }

    // Starts the complete commands; returns how many places the next one has to wait for.
    private int BeginCommands()
    {
        var bytes = _input.Bytes;
        var (used, places) = (0, 0);
        while (!_isOver && used < bytes.Length)
        {
            var rest = bytes[used..];
            var status = CommandMessage.TryRead(rest, ref _scanned, out var message, out var error);
            if (_session.Emulator is null && FirstMessage.FindError(rest, status, message) is { } helloError)
            {
                Refuse(RawReply.Error(RawProblems.BadRequest, helloError));
                break;
            }

            if (status == OperationStatus.NeedMoreData)
                break;
            _scanned = 0;
            if (status != OperationStatus.Done)
            {
                Refuse(RawReply.Error(status == OperationStatus.InvalidData ? RawProblems.BadRequest : RawProblems.TooLarge,
                    $"The message {error}."));
                break;
            }

            var permission = CommandDispatcher.Check(_session, message);
            // A command with a long reply runs alone.
            places = permission.IsLong ? ReplyQueue.MaxCommands : 1;
            if (!_replies.TryTake(places))
                break;
            places = 0;
            used += message.Length;
            _replies.Add(dispatcher.Begin(_session, message, permission));
            if (_session.Emulator is null)
                End();
        }

        if (used > 0)
        {
            _waitingSince = time.GetTimestamp();
            _input.Consume(used);
        }

        return _isOver ? 0 : places;
    }

    // Nothing after the refused message is read, because its start is unknown.
    private void Refuse(RawReply refusal)
    {
        _replies.Add(ValueTask.FromResult(new CommandResult(refusal)));
        End();
    }

    private void End()
    {
        _isOver = true;
        if (_session.Emulator is null)
            meters.OnRefused();
    }
}
