using System.Diagnostics.Metrics;
using System.Net;
using Bridge.Api.Features.Emulators;
using Bridge.RawListener;
using Bridge.RawListener.Model;
using Bridge.SocketPool;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Connections;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Bridge.Api.Tests.Composition.Raw;

/// <summary>How the raw listener handles its own internal errors, and how it ends.</summary>
public sealed class RawFailureTests : IAsyncLifetime
{
    private readonly FakeEmulator _fake = new();
    private readonly ServedSocket _served;
    private volatile bool _isFailing;
    private RawServer _server = null!;

    public RawFailureTests() => _served = new ServedSocket($"--Bridge:Emulators:default:Port={_fake.Port}");

    private EmulatorClient Emulator => _served.Services.GetRequiredService<EmulatorDirectory>().Default;

    public async ValueTask InitializeAsync()
    {
        await Eventually.HoldsAsync(() => Emulator.State == EmulatorState.Running);
        _server = await _served.ServeAsync(host => host with
        {
            CountMessage = (_, _) => _isFailing ? throw new InvalidOperationException("The test lets it fail.") : null,
        }, new RawOptions { Patience = TimeSpan.FromSeconds(2) });
    }

    public async ValueTask DisposeAsync()
    {
        await _served.DisposeAsync();
        await _fake.DisposeAsync();
    }

    [Fact]
    public async Task An_error_with_one_client_closes_that_client_and_is_logged_once()
    {
        using var client = await RawClient.ConnectWithHelloAsync(_served.Path);
        using var other = await RawClient.ConnectWithHelloAsync(_served.Path);
        _isFailing = true;
        await client.SendAsync("no.such.command");
        Assert.Empty(await client.EndsAsync());
        _isFailing = false;
        Assert.Equal("not-found", (await other.AskAsync("no.such.command")).Word);
        // It is logged after the client was closed.
        await Eventually.HoldsAsync(() => !_served.Errors.IsEmpty);
        Assert.Equal("The test lets it fail.", Assert.Single(_served.Errors).Exception?.Message);
    }

    [Fact]
    public async Task The_commands_of_a_dropped_client_are_cancelled()
    {
        using var client = await RawClient.ConnectWithHelloAsync(_served.Path);
        await client.SendAsync("frames.wait 600");
        var id = (await _fake.NextRequestAsync("frames.wait")).Id;
        _isFailing = true;
        await client.SendAsync("no.such.command");
        Assert.Equal($"{id}", (await _fake.NextRequestAsync("cancel")).Arguments[0]);
        // The slot of the dropped request is free again.
        await Eventually.HoldsAsync(() => Emulator.Status.InFlight == 0);
    }

    [Fact]
    public async Task A_client_that_closes_its_sending_side_in_the_middle_of_a_command_cancels_the_earlier_ones()
    {
        using var client = await RawClient.ConnectWithHelloAsync(_served.Path);
        await client.SendAsync("frames.wait 600");
        var id = (await _fake.NextRequestAsync("frames.wait")).Id;
        await client.SendRawAsync("memory.write/100 33555456 -\nabc");
        client.EndSending();
        Assert.Equal($"{id}", (await _fake.NextRequestAsync("cancel")).Arguments[0]);
        Assert.Empty(await client.EndsAsync());
        Assert.Empty(_served.Errors);
    }

    [Fact]
    public async Task A_client_that_never_reads_is_closed_and_has_at_most_64_commands_in_flight()
    {
        var echoes = 0;
        _fake.Answers = async request =>
        {
            if (request.Command != "echo")
                return false;
            Interlocked.Increment(ref echoes);
            await request.ReplyAsync("ok", [], request.Payload);
            return true;
        };
        using var client = await RawClient.ConnectWithHelloAsync(_served.Path);
        var command = $"echo\n{new string('x', 50_000)}";
        await client.SendAsync(Enumerable.Repeat(command, 500));
        // The kernel and one part of the replies have room for some more.
        Assert.InRange(echoes, 64, 120);
        Assert.InRange((await client.EndsAsync()).Count, 1, 60);
        await Eventually.HoldsAsync(() => Emulator.Status.InFlight == 0);
        using var other = await RawClient.ConnectWithHelloAsync(_served.Path);
        Assert.Equal("ok", (await other.AskAsync("echo\nx")).Word);
    }

    [Fact]
    public async Task A_stop_ends_idle_and_unfinished_clients_and_answers_what_was_read()
    {
        using var idle = await RawClient.ConnectWithHelloAsync(_served.Path);
        using var silent = await RawClient.ConnectAsync(_served.Path);
        using var half = await RawClient.ConnectWithHelloAsync(_served.Path);
        await half.SendRawAsync("echo\nhal");
        using var asking = await RawClient.ConnectWithHelloAsync(_served.Path);
        await asking.SendAsync("echo\nx");
        var request = await _fake.NextRequestAsync("echo");
        _server.Stop();
        foreach (var client in (RawClient[])[idle, silent, half])
            Assert.Empty(await client.EndsAsync());
        Assert.False(_served.Ended.IsCompleted);
        await request.ReplyAsync("ok", [], request.Payload);
        Assert.Equal("x", Assert.Single(await asking.EndsAsync()).Payload);
        await _served.Ended.WaitAsync(Eventually.Patience, TestContext.Current.CancellationToken);
        Assert.False(Path.Exists(_served.Path));
    }

    [Fact]
    public async Task An_abort_waits_for_no_client()
    {
        using var client = await RawClient.ConnectWithHelloAsync(_served.Path);
        await client.SendAsync("frames.wait 600");
        await _fake.NextRequestAsync("frames.wait");
        _server.Abort();
        Assert.Empty(await client.EndsAsync());
        await _served.Ended.WaitAsync(Eventually.Patience, TestContext.Current.CancellationToken);
    }

    [Fact]
    public async Task A_bridge_whose_raw_listener_fails_ends_with_its_own_exit_code()
    {
        var builder = WebApplication.CreateSlimBuilder(
            ["--urls", "http://127.0.0.1:0", $"--Bridge:Raw:Address=127.0.0.1:{FreePort.Take()}",
                "--Bridge:Drain=00:00:00", $"--Bridge:Emulators:default:Port={_fake.Port}"]);
        builder.AddBridge();
        builder.Services.AddSingleton(services =>
        {
            var server = new RawServer(services.GetRequiredService<RawHost>(), new RawOptions(),
                services.GetRequiredService<IMeterFactory>().Create("test"), TimeProvider.System,
                services.GetRequiredService<ILogger<RawServer>>());
            server.Add(new FailingListener(), "nowhere");
            return server;
        });
        Assert.Equal(1, await StartFailure.ReportAsync(builder.Build, _ => { })
            .WaitAsync(Eventually.Patience, TestContext.Current.CancellationToken));
    }

    private sealed class FailingListener : IConnectionListener
    {
        public EndPoint EndPoint { get; } = new IPEndPoint(IPAddress.Loopback, 1);

        public ValueTask<ConnectionContext?> AcceptAsync(CancellationToken cancellationToken = default) =>
            throw new IOException("The test lets it fail.");

        public ValueTask UnbindAsync(CancellationToken cancellationToken = default) => ValueTask.CompletedTask;

        public ValueTask DisposeAsync() => ValueTask.CompletedTask;
    }
}
