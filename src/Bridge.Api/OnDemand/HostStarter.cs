using Bridge.Api.Errors;

namespace Bridge.Api.OnDemand;

/// <summary>Starts emulators and waits until their scripts listen.</summary>
internal sealed class HostStarter(HostProgram program, HostFolders folders, HostPorts ports, TimeProvider time)
{
    /// <summary>Starts an emulator.</summary>
    /// <param name="plan">What it runs.</param>
    /// <param name="folder">The full path of its folder.</param>
    /// <param name="expiry">After how long without a bridge it ends; null: never.</param>
    /// <param name="address">Its address; null: a new one.</param>
    /// <param name="cancellationToken">Cancels the start; nothing is left then.</param>
    /// <returns>The process. OWNED BY THE CALLER.</returns>
    /// <exception cref="RequestException">It did not start; the sentence has the last lines of its output.</exception>
    public async Task<HostProcess> StartAsync(
        HostPlan plan, string folder, TimeSpan? expiry, HostAddress? address, CancellationToken cancellationToken)
    {
        var isNew = address is null;
        address ??= HostAddress.New(ports.Take());
        var host = new HostProcess(program.Start(plan, address, folder, folders.Script, expiry), address, folder, time);
        var listens = false;
        try
        {
            // If this bridge is killed now, the next one ends it.
            if (isNew)
                HostFolders.Write(folder, HostRecord.OfUnused(host, plan));
            listens = await host.ListensAsync(cancellationToken);
            return listens
                ? host
                : throw new RequestException(ProblemTypes.EmulatorRefused, $"The emulator did not start: {host.LastLines()}");
        }
        finally
        {
            if (!listens)
            {
                await host.EndAsync();
                host.Dispose();
            }
        }
    }
}
