using System.Collections.Concurrent;
using System.Diagnostics.Metrics;
using Bridge.Api.Composition.Raw;
using Bridge.RawListener;
using Bridge.RawListener.Model;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Bridge.Api.Tests.Composition.Raw;

/// <summary>The raw listener on a socket of its own, with the functions that a test gives it.</summary>
internal sealed class ServedSocket : IAsyncDisposable
{
    private readonly WebApplication _services;
    private readonly Meter _meter = new("test");
    private RawServer? _server;

    public ServedSocket(params string[] settings)
    {
        var builder = WebApplication.CreateSlimBuilder(settings);
        builder.AddBridge();
        _services = builder.Build();
    }

    // Short, because the path of a Unix socket must have less than 108 bytes.
    public string Path { get; } = System.IO.Path.Combine(System.IO.Path.GetTempPath(), $"bridge-raw-{Guid.NewGuid():N}"[..24]);

    public IServiceProvider Services => _services.Services;

    /// <summary>Gets what the listener has logged as an error.</summary>
    public ConcurrentQueue<(string Text, Exception? Exception)> Errors { get; } = [];

    /// <summary>Gets the task that completes when the last client has gone.</summary>
    public Task Ended { get; private set; } = Task.CompletedTask;

    public async Task<RawServer> ServeAsync(Func<RawHost, RawHost> change, RawOptions? options = null)
    {
        var host = change(Services.GetRequiredService<RawHost>());
        _server = new RawServer(host, options ?? new RawOptions(), _meter, TimeProvider.System, new ErrorLog(Errors));
        var transport = Services.GetRequiredService<RawTransport>();
        _server.Add(await transport.ListenAsync(Path, UnixFileMode.UserRead | UnixFileMode.UserWrite), Path);
        Ended = _server.RunAsync();
        return _server;
    }

    public async ValueTask DisposeAsync()
    {
        if (_server is not null)
            await _server.DisposeAsync();
        await _services.DisposeAsync();
        _meter.Dispose();
    }

    private sealed class ErrorLog(ConcurrentQueue<(string, Exception?)> errors) : ILogger<RawServer>
    {
        public IDisposable? BeginScope<TState>(TState state)
            where TState : notnull => null;

        public bool IsEnabled(LogLevel logLevel) => logLevel >= LogLevel.Error;

        public void Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception,
            Func<TState, Exception?, string> formatter)
        {
            if (IsEnabled(logLevel))
                errors.Enqueue((formatter(state, exception), exception));
        }
    }
}
