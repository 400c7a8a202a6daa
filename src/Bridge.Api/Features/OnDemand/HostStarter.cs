using System.Security.Cryptography;
using Bridge.Api.Contract.Errors;

namespace Bridge.Api.Features.OnDemand;

/// <summary>Starts emulators and waits until their scripts listen.</summary>
internal sealed class HostStarter(HostProgram program, HostFolders folders, TimeProvider time)
{
    private const int SecretBytes = 32;

    /// <summary>Returns a secret for the script of an emulator that starts.</summary>
    public static string NewSecret() => RandomNumberGenerator.GetHexString(2 * SecretBytes, lowercase: true);

    /// <summary>Starts an emulator that no client knows yet.</summary>
    /// <inheritdoc cref="StartAsync(HostPlan, string, TimeSpan?, string, Func{HostProcess, HostRecord}, CancellationToken)"/>
    public Task<HostProcess> StartAsync(HostPlan plan, string folder, TimeSpan? expiry, CancellationToken cancellationToken) =>
        StartAsync(plan, folder, expiry, NewSecret(), host => HostRecord.OfUnused(host, plan), cancellationToken);

    /// <summary>Starts an emulator.</summary>
    /// <param name="plan">What it runs.</param>
    /// <param name="folder">The full path of its folder.</param>
    /// <param name="expiry">After how long without a bridge it ends; null: never.</param>
    /// <param name="secret">The secret of its script, a new one for each start.</param>
    /// <param name="record">Returns the record of the process, by which the next bridge finds it.</param>
    /// <param name="cancellationToken">Cancels the start; nothing is left then.</param>
    /// <returns>The process. OWNED BY THE CALLER.</returns>
    /// <exception cref="RequestException">It did not start; the sentence has the last lines of its output.</exception>
    public async Task<HostProcess> StartAsync(
        HostPlan plan, string folder, TimeSpan? expiry, string secret, Func<HostProcess, HostRecord> record,
        CancellationToken cancellationToken)
    {
        var host = new HostProcess(program.Start(plan, secret, folder, folders.Script, expiry), secret, folder, time);
        var listens = false;
        try
        {
            // If this bridge is killed now, the next one ends it, or takes it over.
            HostRecordFile.Write(folder, record(host));
            listens = await host.ListensAsync(cancellationToken);
            return listens ? host : throw FailureOf(host);
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

    /// <summary>Returns why a process did not start.</summary>
    public static RequestException FailureOf(HostProcess host) => host.CannotHaveModel
        ? new RequestException(
            ProblemTypes.InvalidParameter, host.LastLines().Replace("mgba-host: ", "", StringComparison.Ordinal), "model")
        : new RequestException(ProblemTypes.EmulatorRefused, $"The emulator did not start: {host.LastLines()}");
}
