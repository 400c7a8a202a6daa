using System.Globalization;
using System.Text;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.OnDemand;
using Bridge.Api.Features.Roms;

namespace Bridge.Api.Features.Vectors;

/// <summary>Starts the process of a vector, and prepares it for its first step.</summary>
internal sealed class VectorCreation(HostProgram program, HostFolders folders, VectorStates states, TimeProvider time)
{
    // The lease until the wanted one is set. If the bridge is killed before that, the process ends after this time.
    private static readonly TimeSpan FirstLease = TimeSpan.FromSeconds(60);

    /// <summary>Creates a vector. If it fails, nothing is left.</summary>
    /// <exception cref="RequestException">It did not start, or the reads or a start are refused.</exception>
    /// <exception cref="IOException">Its files can't be written.</exception>
    /// <exception cref="UnauthorizedAccessException">Its files can't be written.</exception>
    public async Task<RunningVector> RunAsync(NewVector wanted, string name, CancellationToken cancellationToken)
    {
        folders.CheckVector(name);
        var folder = folders.OfVector(name);
        FolderMark.CreateFolder(folder);
        HostProcess? host = null;
        try
        {
            host = new HostProcess(HostProgram.Start(program.Prepare(folder, wanted.Plan.OptionsOf(FirstLease))), "", folder, time);
            if (!await host.ListensAsync(cancellationToken))
                throw HostStarter.FailureOf(host);
            return await PrepareAsync(host, wanted, name, cancellationToken);
        }
        catch (VectorRefusedException refused)
        {
            await UndoAsync(host, folder);
            throw new RequestException(ProblemTypes.EmulatorRefused, $"The vector was not created: {refused.Message}");
        }
        catch
        {
            await UndoAsync(host, folder);
            throw;
        }
    }

    private async Task<RunningVector> PrepareAsync(
        HostProcess host, NewVector wanted, string name, CancellationToken cancellationToken)
    {
        var control = new VectorControl(host.Id, HostProgram.Socket);
        // hello: the third word is the descriptor of the shared memory.
        var hello = await control.AskAsync("hello", bytes: null, cancellationToken);
        var layout = VectorBlock.ReadLayout(host.Id, int.Parse(hello[2], CultureInfo.InvariantCulture));
        var (words, title) = await control.AskForBytesAsync("game", cancellationToken);
        var game = new VectorGame(Encoding.Latin1.GetString(title), words[0], $"0x{words[1]}");
        await VectorChanges.SetReadsAsync(control, wanted.Reads, cancellationToken);
        for (var index = 0; index < wanted.Starts.Count; index++)
        {
            var state = states.Read(game, wanted.Starts[index], $"starts[{index}].state");
            await VectorChanges.SetStartAsync(control, index, state, $"starts[{index}]", cancellationToken);
        }

        await VectorChanges.SetLeaseAsync(control, wanted.Lease, cancellationToken);
        // If the client has disconnected, no client would learn the name of the vector.
        cancellationToken.ThrowIfCancellationRequested();
        var record = new VectorRecord(
            name, host.Id, host.StartedAt ?? 0, wanted.Rom, wanted.Plan, game, [.. wanted.Reads.Select(read => read.Value)], layout,
            wanted.Lease?.TotalSeconds);
        VectorRecord.File.Write(host.Folder, record);
        return new RunningVector(host, record);
    }

    private static async Task UndoAsync(HostProcess? host, string folder)
    {
        if (host is not null)
        {
            await host.EndAsync();
            host.Dispose();
        }

        HostFolders.Delete(folder, keepsSaves: false);
    }
}
