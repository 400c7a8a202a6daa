using System.Globalization;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.OnDemand;
using Bridge.Api.Features.Script;
using Bridge.Api.Features.Verifying;
using Bridge.Api.Server.Files;

namespace Bridge.Api.Features.Branches;

/// <summary>Starts <c>mgba-host --branches</c>, with limits on its memory, and keeps processes for the next requests.</summary>
internal sealed class BranchProcesses(HostProgram program, BranchOptions options, TimeProvider time) : IAsyncDisposable
{
    /// <summary>How long a process without requests stays.</summary>
    public static readonly TimeSpan MaxIdle = TimeSpan.FromMinutes(1);

    private readonly SemaphoreSlim _places = new(options.Places, options.Places);
    private readonly Lock _gate = new();
    private readonly List<BranchProcess> _idle = []; // the last one is the one that was used last
    private int _busy; // processes that run a request, start, or end after one
    private bool _isDisposed;

    /// <summary>Runs branches in a process, once one is free.</summary>
    /// <param name="machine">What the process must run.</param>
    /// <param name="findRomAsync">Returns the full path of the ROM. Called if a process has to be started.</param>
    /// <param name="runAsync">Runs them. If it fails, the process ends.</param>
    /// <param name="cancellationToken">Cancels the wait for a process.</param>
    /// <exception cref="RequestException">The program isn't there, or the system can't start it.</exception>
    public async Task RunAsync(
        BranchMachine machine, Func<Task<string>> findRomAsync, Func<BranchProcess, Task> runAsync, CancellationToken cancellationToken)
    {
        await _places.WaitAsync(cancellationToken);
        try
        {
            var process = await TakeAsync(machine) ?? Start(machine, await findRomAsync());
            try
            {
                await runAsync(process);
            }
            catch
            {
                await process.DisposeAsync();
                throw;
            }

            if (!TryKeep(process))
                await process.DisposeAsync();
        }
        finally
        {
            lock (_gate)
                _busy--;
            _places.Release();
        }
    }

    /// <summary>Ends the processes that have had no request for <see cref="MaxIdle"/>.</summary>
    public Task EndIdleAsync() => EndAsync(process => time.GetUtcNow() - process.LastUsed >= MaxIdle);

    public async ValueTask DisposeAsync()
    {
        lock (_gate)
            _isDisposed = true;
        await EndAsync(_ => true);
        _places.Dispose();
    }

    private async Task<BranchProcess?> TakeAsync(BranchMachine machine)
    {
        List<BranchProcess> ended = [];
        BranchProcess? found;
        lock (_gate)
        {
            _busy++;
            ended.AddRange(_idle.Where(process => !process.IsRunning));
            _idle.RemoveAll(process => !process.IsRunning);
            found = _idle.FindLast(process => process.Machine == machine);
            if (found is not null)
                _idle.Remove(found);
            else if (_busy + _idle.Count > options.Places)
            {
                // Makes room for a new process. One is idle then, because no more are busy than there are places.
                ended.Add(_idle[0]);
                _idle.RemoveAt(0);
            }
        }

        foreach (var process in ended)
            await process.DisposeAsync();
        return found;
    }

    private bool TryKeep(BranchProcess process)
    {
        process.LastUsed = time.GetUtcNow();
        lock (_gate)
        {
            if (_isDisposed)
                return false;
            _idle.Add(process);
            return true;
        }
    }

    private async Task EndAsync(Func<BranchProcess, bool> isEnding)
    {
        List<BranchProcess> ended;
        lock (_gate)
        {
            ended = [.. _idle.Where(isEnding)];
            _idle.RemoveAll(ended.Contains);
        }

        foreach (var process in ended)
            await process.DisposeAsync();
    }

    private BranchProcess Start(BranchMachine machine, string rom)
    {
        var folder = new TemporaryFolder("bridge-branches-");
        try
        {
            ScriptFile.WriteTo(folder.Path);
            return new BranchProcess(new ChildProcess(program.Prepare(folder.Path, OptionsOf(machine, rom))), folder, machine);
        }
        catch
        {
            folder.Dispose();
            throw;
        }
    }

    private static IEnumerable<string> OptionsOf(BranchMachine machine, string rom) =>
    [
        "--rom", rom, "--script", ScriptFile.Name, "--branches",
        .. machine is { Platform: "GB", Model: { } model } ? ["--model", model] : Array.Empty<string>(),
        .. machine.Clock is { } seconds ? ["--clock", seconds.ToString(CultureInfo.InvariantCulture)] : Array.Empty<string>(),
        .. machine.ShowsOpposing ? Array.Empty<string>() : ["--opposing", "filter"],
    ];
}
