using System.Collections.Concurrent;
using Bridge.Testing;
using Bridge.Testing.Faults;

namespace Bridge.SocketPool.Tests.Faults;

/// <summary>Each cell of the table in docs/reliability.md, against real emulators.</summary>
[Collection(nameof(FaultMatrix))]
public sealed class FaultMatrixTests(FaultMatrix matrix)
{
    public static TheoryData<Fault> Faults => new(Enum.GetValues<Fault>());

    [Theory]
    [MemberData(nameof(Faults))]
    public async Task Requests_end_as_the_table_says(Fault fault)
    {
        var expected = ReliabilityTable.Rows[fault];
        var moments = Enum.GetValues<Moment>();
        Assert.Equal(moments.Length, expected.Count);
        var actual = await Task.WhenAll(moments.Select(moment => matrix.RunAsync(fault, moment)));
        var different = moments.Where(moment => actual[(int)moment] != expected[(int)moment])
            .Select(moment => $"{fault}, {moment}: expected {expected[(int)moment]}, but it was {actual[(int)moment]}").ToList();
        Assert.True(different.Count == 0, string.Join('\n', different));
    }
}

/// <summary>One emulator for each moment, and resources that must be unchanged after all cells have run.</summary>
[CollectionDefinition(nameof(FaultMatrix), DisableParallelization = true)]
public sealed class FaultMatrix : IAsyncLifetime, ICollectionFixture<FaultMatrix>
{
    // Far more than the waits of a cell take together: a cell that hangs is reported by its name.
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(2);

    private readonly ConcurrentQueue<Exception> _unobserved = new();
    private readonly RentedBuffers _rented = new();
    private WatchedEmulator[] _emulators = [];
    private int _sockets;

    public async ValueTask InitializeAsync()
    {
        // Buffers that are left from earlier tests don't count.
        GC.Collect();
        GC.WaitForPendingFinalizers();
        TaskScheduler.UnobservedTaskException += Note;
        _emulators = await Task.WhenAll(Enum.GetValues<Moment>().Select(_ => WatchedEmulator.StartAsync()));
        await RunAsync(Fault.None, Moment.Idle);
        _sockets = OpenSockets();
    }

    /// <summary>Runs a cell.</summary>
    /// <returns>How its requests ended, or what was wrong.</returns>
    public async Task<string> RunAsync(Fault fault, Moment moment)
    {
        try
        {
            return await Task.Run(() => RunCellAsync(fault, moment)).WaitAsync(Patience);
        }
        catch (Exception exception)
        {
            return exception.ToString();
        }
    }

    private async Task<string> RunCellAsync(Fault fault, Moment moment)
    {
        await using var cell = new FaultCell(_emulators[(int)moment], fault, moment);
        return await cell.RunAsync();
    }

    public async ValueTask DisposeAsync()
    {
        await Eventually.HoldsAsync(() => OpenSockets() <= _sockets, "the number of open sockets is the same as before");
        foreach (var emulator in _emulators)
            await emulator.DisposeAsync();
        await Eventually.HoldsAsync(
            () => _rented.Sizes.Count == 0,
            $"every rented buffer has been given back: {string.Join(' ', _rented.Sizes)}");
        _rented.Dispose();
        GC.Collect();
        GC.WaitForPendingFinalizers();
        TaskScheduler.UnobservedTaskException -= Note;
        Assert.Empty(_unobserved);
    }

    private void Note(object? sender, UnobservedTaskExceptionEventArgs unobserved) => _unobserved.Enqueue(unobserved.Exception);

    private static int OpenSockets() => Directory.GetFiles("/proc/self/fd").Count(file => IsSocket(new FileInfo(file)));

    private static bool IsSocket(FileInfo descriptor)
    {
        try
        {
            return descriptor.LinkTarget?.StartsWith("socket:", StringComparison.Ordinal) == true;
        }
        catch (IOException)
        {
            // Closed in between.
            return false;
        }
    }
}
