using System.Globalization;
using System.Net;
using System.Net.Sockets;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Server.Diagnostics;
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
        foreach (var address in (program.Settings["urls"] ?? "").Split(';', StringSplitOptions.RemoveEmptyEntries))
            await CheckAddressAsync(BindingAddress.Parse(address), cancellationToken);
        foreach (var emulator in await program.ConnectAsync(cancellationToken))
            await CheckEmulatorAsync(emulator, cancellationToken);
        await output.WriteLineAsync(_failures == 0 ? "All checks passed."
            : string.Create(CultureInfo.InvariantCulture, $"Failed checks: {_failures}."));
        return _failures;
    }

    private async Task CheckAddressAsync(BindingAddress address, CancellationToken cancellationToken)
    {
        if (address.IsUnixPipe)
            return;
        var host = address.Host is "localhost" or "*" or "+" or "0.0.0.0" or "[::]" ? "127.0.0.1" : address.Host;
        var url = new Uri($"{address.Scheme}://{host}:{address.Port}/health/live");
        try
        {
            using var client = OutboundHttp.CreateClient(url, Timeout);
            if (await client.GetStringAsync(url, cancellationToken) == "live")
                Ok("address", $"The bridge serves {address}.");
            else
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
        if (emulator.State is EmulatorState.Running or EmulatorState.Held)
            Ok(emulator.Name, next);
        else
            Fail(emulator.Name, next);
        if (NextStep.AboutScript(emulator) is { } advice)
            Fail("script", advice);
        else if (emulator.Status.Facts is { } facts)
            Ok("script", $"Version {facts.Script} responds at {emulator.Address}, in mGBA {facts.Mgba}.");
    }

    private void Ok(string what, string sentence) => output.WriteLine($"ok    {what,-9} {sentence}");

    private void Fail(string what, string sentence)
    {
        _failures++;
        output.WriteLine($"FAIL  {what,-9} {sentence}");
    }
}
