using System.Diagnostics.CodeAnalysis;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.OnDemand;

namespace Bridge.Api.Features.Vectors;

/// <summary>A vector with its process.</summary>
[SuppressMessage("Design", "CA1001", Justification = "EndAsync disposes what it has.")]
internal sealed class RunningVector
{
    // How long a step is awaited on the caller's thread. Starting a thread for it costs some tenths of a millisecond.
    private static readonly TimeSpan ShortTime = TimeSpan.FromMilliseconds(2);

    private readonly HostProcess _host;
    // Held during a step, during a change of the process and its record, and while the memory is mapped or unmapped.
    private readonly SemaphoreSlim _stepping = new(1, 1);
    private readonly SemaphoreSlim _changing = new(1, 1);
    private readonly Lock _gate = new();
    private bool _isEnded;
    private Task? _end;
    private VectorBlock? _block;
    private VectorRecord _record;

    /// <summary>Takes over a process.</summary>
    public RunningVector(HostProcess host, VectorRecord record) =>
        (_host, _record, Control) = (host, record, new VectorControl(host.Id, HostProgram.Socket));

    public string Name => Record.Name;

    /// <summary>Gets what it runs now.</summary>
    public VectorRecord Record => Volatile.Read(ref _record);

    /// <summary>Gets the requests to it.</summary>
    public VectorControl Control { get; }

    /// <summary>Gets the path of its control socket.</summary>
    public string Socket => _host.SocketPath;

    /// <summary>Gets a task that completes when its process has ended.</summary>
    public Task Ended => _host.Ended;

    /// <summary>Gets whether it ends, or has ended.</summary>
    public bool IsEnding => Volatile.Read(ref _end) is not null;

    /// <summary>Returns the end of its output, as one line.</summary>
    public string LastLines() => _host.LastLines();

    /// <summary>Runs a step and reads its answers.</summary>
    /// <param name="order">The step.</param>
    /// <param name="read">Reads the answers.</param>
    /// <exception cref="RequestException">Another client steps it, or it has ended, or takes too long.</exception>
    public async Task<T> StepAsync<T>(VectorOrder order, Func<VectorBlock, T> read)
    {
        if (!await _stepping.WaitAsync(0))
            throw VectorBlock.InUse();
        try
        {
            var block = OpenBlock();
            block.Begin(order);
            // Most steps end within this time. The others are awaited on a thread of their own, so that they block none of the pool.
            if (!block.TryEnd(() => _host.IsRunning, ShortTime))
            {
                await Task.Factory.StartNew(
                    () => block.End(() => _host.IsRunning),
                    CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
            }

            return read(block);
        }
        finally
        {
            _stepping.Release();
        }
    }

    /// <summary>Reads the shared memory; the games don't notice it.</summary>
    /// <exception cref="RequestException">It has ended.</exception>
    public T View<T>(Func<VectorBlock, T> read)
    {
        // The memory must not be unmapped meanwhile.
        lock (_gate)
            return read(OpenBlock());
    }

    /// <summary>Changes its process and its record, one change at a time.</summary>
    /// <param name="change">Changes the process. A client's disconnect must not cancel it, or the record would be wrong.</param>
    /// <param name="with">Returns the record after it.</param>
    /// <exception cref="IOException">The record can't be written; a bridge that takes the vector over has the one before.</exception>
    /// <exception cref="UnauthorizedAccessException">The same.</exception>
    public async Task ChangeAsync(Func<Task> change, Func<VectorRecord, VectorRecord> with)
    {
        await _changing.WaitAsync();
        try
        {
            await change();
            Volatile.Write(ref _record, with(_record));
            VectorRecord.File.Write(_host.Folder, _record);
        }
        finally
        {
            _changing.Release();
        }
    }

    /// <summary>Ends it, once. A later call waits for the first one.</summary>
    /// <param name="end">Called with a function that ends the process and deletes its files; it must call that function.</param>
    public Task EndAsync(Func<Func<Task>, Task> end)
    {
        lock (_gate)
            return _end ??= end(StopAsync);
    }

    private async Task StopAsync()
    {
        await _host.EndAsync();
        // Waits for a running step and change, which notice that the process has ended.
        await _stepping.WaitAsync();
        await _changing.WaitAsync();
        lock (_gate)
        {
            _isEnded = true;
            _block?.Dispose();
        }

        _changing.Release();
        _stepping.Release();
        HostFolders.Delete(_host.Folder, keepsSaves: false);
        _host.Dispose();
    }

    private VectorBlock OpenBlock()
    {
        lock (_gate)
        {
            try
            {
                return _isEnded ? throw new IOException("It is unmapped.")
                    : (_block ??= VectorBlock.Open(_host.Id, Record.Layout, Record.Plan));
            }
            catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
            {
                throw TemporaryFailure.IsOutOfFiles(exception) ? StorageFailure.OutOfFiles("The vector was not stepped")
                    : new RequestException(ProblemTypes.UnknownVector, $"The vector {Name} has just ended.");
            }
        }
    }
}
