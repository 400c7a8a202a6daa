using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text.Json;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Features.OnDemand;
using Bridge.Api.Features.Roms;
using Bridge.Api.Features.States;
using Bridge.Api.Server.Diagnostics;
using Bridge.Api.Server.Files;
using Bridge.Api.Server.Outbound;
using Bridge.SocketPool;

namespace Bridge.Api.Composition.CommandLine;

/// <summary>Runs checks one after the other and writes a line for each: <c>ok</c>, or <c>FAIL</c> and what to do.</summary>
internal sealed class Doctor(TextWriter output)
{
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(4);

    private int _failures;

    /// <summary>Checks a program whose settings are valid.</summary>
    /// <returns>How many checks failed.</returns>
    public async Task<int> ExamineAsync(QuietProgram program, CancellationToken cancellationToken)
    {
        Ok("bridge", $"Version {ProgramVersion.Number}, commit {ProgramVersion.Commit}.");
        Ok("settings", "All settings are valid.");
        CheckStates(program.Services.GetRequiredService<StateOptions>());
        CheckGames(program.Services.GetRequiredService<RomFolder>());
        CheckHost(program.Services.GetRequiredService<HostProgram>());
        HealthReport? served = null;
        foreach (var address in (program.Settings["urls"] ?? "").Split(';', StringSplitOptions.RemoveEmptyEntries))
            served = await CheckAddressAsync(BindingAddress.Parse(address), cancellationToken) ?? served;
        if (served is not null)
            CheckServed(served);
        else
            await CheckEmulatorsAsync(await program.ConnectAsync(cancellationToken), cancellationToken);
        await output.WriteLineAsync(_failures == 0 ? "All checks passed."
            : string.Create(CultureInfo.InvariantCulture, $"Failed checks: {_failures}."));
        return _failures;
    }

    private void CheckStates(StateOptions options)
    {
        if (options.Root is not { } root)
        {
            Fail("states", "This account has no data folder for named states: set Bridge:StateFolder.");
            return;
        }

        try
        {
            PrivateFiles.CreateFolder(root);
            var probe = Path.Combine(root, $".{Guid.NewGuid():N}.tmp");
            PrivateFiles.Create(probe).Dispose();
            File.Delete(probe);
            Ok("states", string.Create(CultureInfo.InvariantCulture,
                $"{root} can be written to; {new DriveInfo(root).AvailableFreeSpace >> 20:N0} MiB are free there."));
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            Fail("states", $"Named states can't be written to {root} ({exception.Message}): set Bridge:StateFolder to another folder.");
        }
    }

    private void CheckGames(RomFolder games)
    {
        try
        {
            if (games.IsConfigured)
                Ok("games", $"{games.All().Count} games can be loaded by name.");
            else
                Note("games", "No games can be loaded by name: set Bridge:RomFolder (--roms DIR).");
        }
        catch (RequestException exception)
        {
            Fail("games", exception.Message);
        }
    }

    private void CheckHost(HostProgram host)
    {
        if (host.IsThere)
            Ok("mgba-host", "It is there: clients can create emulators.");
        else
            Note("mgba-host", "It isn't on the PATH (Linux only), so clients can't create emulators: set Bridge:OnDemand:Program.");
    }

    // The bridge that runs knows secrets and emulators that this program doesn't.
    private void CheckServed(HealthReport report)
    {
        foreach (var emulator in report.Emulators)
        {
            if (emulator.Problem is null)
                Ok(emulator.Name, emulator.Next);
            else
                Fail(emulator.Name, emulator.Next);
        }

        // Null from a bridge of an earlier version.
        foreach (var door in report.Doors ?? [])
            Ok("door", $"{door.Kind} finds {door.Emulator} at {door.Address}, access {door.Access}"
                + (door.Connected ? "; a client is connected." : "."));
    }

    private async Task CheckEmulatorsAsync(IReadOnlyList<EmulatorClient> emulators, CancellationToken cancellationToken)
    {
        foreach (var emulator in emulators)
            await CheckEmulatorAsync(emulator, cancellationToken);
    }

    // Returns what the bridge that serves the address says about its emulators; null if there is none, or it requires a token.
    private async Task<HealthReport?> CheckAddressAsync(BindingAddress address, CancellationToken cancellationToken)
    {
        if (LocalAddress.Of(address) is not { } local)
            return null;
        var url = new Uri(local, "/health/live");
        try
        {
            using var client = OutboundHttp.CreateClient(url, Timeout);
            if (await client.GetStringAsync(url, cancellationToken) == "live")
            {
                Ok("address", $"The bridge serves {address}.");
                return await GetHealthAsync(client, new Uri(url, "/health"), cancellationToken);
            }

            Fail("address", $"Another program serves {address}: stop it, or choose another address with --urls.");
        }
        catch (HttpRequestException exception) when (exception.HttpRequestError == HttpRequestError.ConnectionError)
        {
            CheckPort(address, url);
        }
        catch (Exception exception) when (exception is HttpRequestException or TaskCanceledException)
        {
            Fail("address", $"{address} is taken by another program: stop it, or choose another address with --urls.");
        }

        return null;
    }

    private static async Task<HealthReport?> GetHealthAsync(HttpClient client, Uri health, CancellationToken cancellationToken)
    {
        try
        {
            using var response = await client.GetAsync(health, cancellationToken);
            return response.IsSuccessStatusCode
                ? await response.Content.ReadFromJsonAsync(EmulatorJson.Context.HealthReport, cancellationToken)
                : null;
        }
        catch (JsonException)
        {
            // A bridge of another version.
            return null;
        }
    }

    // Called if nothing listens at the address.
    private void CheckPort(BindingAddress address, Uri url)
    {
        try
        {
            using var listener = new TcpListener(
                IPAddress.TryParse(url.Host.Trim('[', ']'), out var parsed) ? parsed : IPAddress.Loopback, address.Port);
            listener.Start();
            Ok("address", $"{address} is free.");
        }
        catch (SocketException exception)
        {
            Fail("address", $"The bridge can't listen at {address} ({exception.Message}): choose another address with --urls.");
        }
    }

    private async Task CheckEmulatorAsync(EmulatorClient emulator, CancellationToken cancellationToken)
    {
        if (emulator.KeyFileProblem is { } problem)
            Fail("key", problem);
        var next = await NextStep.AskAsync(emulator, cancellationToken);
        if (emulator.State is EmulatorState.Running or EmulatorState.Held or EmulatorState.Stopped)
            Ok(emulator.Name, next);
        else
            Fail(emulator.Name, next);
        if (NextStep.AboutScript(emulator) is { } advice)
            Fail("script", advice);
        else if (emulator.Status.Facts is { } facts)
            Ok("script", $"Version {facts.Script} responds at {emulator.Address}, in mGBA {facts.Mgba}.");
    }

    private void Ok(string what, string sentence) => output.WriteLine($"ok    {what,-9} {sentence}");

    private void Note(string what, string sentence) => output.WriteLine($"note  {what,-9} {sentence}");

    private void Fail(string what, string sentence)
    {
        _failures++;
        output.WriteLine($"FAIL  {what,-9} {sentence}");
    }
}
