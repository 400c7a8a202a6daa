using System.Collections.Concurrent;
using System.Runtime.Versioning;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Features.Events;
using Bridge.Api.Features.History;
using Bridge.Api.Features.Notebook;
using Bridge.Api.Features.OnDemand;
using Bridge.Api.Features.Roms;
using Bridge.Api.Features.States;
using Bridge.Api.Features.Symbols;
using Bridge.Api.Server.Diagnostics;
using Bridge.Api.Server.Hosting;
using Bridge.SocketPool;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Hosting.Internal;
using Microsoft.Extensions.Logging;

namespace Bridge.Api.Tests.Features.OnDemand;

/// <summary>The bridge's parts that create emulators, without HTTP, on the virtual clock of <see cref="FakeHosts"/>.</summary>
[SupportedOSPlatform("linux")]
internal sealed class OnDemandParts : IAsyncDisposable
{
    private readonly FakeHosts _hosts;
    private readonly ServiceProvider _services;
    private readonly Lines _lines = new();

    /// <summary>Creates the parts; nothing runs in the background yet.</summary>
    /// <param name="hosts">The processes.</param>
    /// <param name="options">The settings besides the program and the folder. Default: four emulators, none of them warm.</param>
    /// <param name="replaced">A part in place of the one of its type.</param>
    public OnDemandParts(FakeHosts hosts, OnDemandOptions? options = null, ServiceDescriptor? replaced = null)
    {
        _hosts = hosts;
        var emulators = new Dictionary<string, EmulatorOptions> { ["default"] = new() { Port = 1 } };
        var services = new ServiceCollection();
        services.AddLogging(logging => logging.AddProvider(_lines));
        services.AddMetrics();
        services.AddSingleton<TimeProvider>(hosts.Time);
        services.AddSingleton(new Random(1));
        services.AddSingleton(
            (options ?? new OnDemandOptions { Max = 4, Warm = 0 }) with { Program = hosts.Program, Folder = hosts.Folder });
        services.AddSingleton(new HistoryOptions());
        services.AddSingleton(new DirectoryOptions(emulators, KeyFolder: null, Folders: [], DiscoveryPorts: []));
        services.AddSingleton(new StateOptions(hosts.States));
        services.AddSingleton(new RomOptions(hosts.Roms));
        services.AddSingleton(new EventOptions(MaxStreams: 1));
        services.AddSingleton(new ShutdownOptions(TimeSpan.Zero));
        services.AddSingleton<IHostApplicationLifetime, ApplicationLifetime>();
        services.AddSingleton<ConnectedEmulators>(static provider => () => provider.GetRequiredService<EmulatorDirectory>().All);
        services.AddSingleton<GracefulShutdown>();
        services.AddSingleton<WorkGuard>();
        services.AddSingleton<EmulatorPoints>();
        services.AddSingleton<EmulatorDirectory>();
        services.AddSingleton(new SymbolOptions());
        services.AddSingleton(new NotebookOptions());
        services.AddNotebooks();
        services.AddSymbols();
        services.AddSingleton<EventFeeds>();
        services.AddSingleton<StateFolder>();
        services.AddSingleton<NamedStates>();
        services.AddSingleton<RomFolder>();
        services.AddOnDemand();
        if (replaced is not null)
            services.Add(replaced);
        _services = services.BuildServiceProvider();
    }

    public OnDemandEmulators Emulators => Get<OnDemandEmulators>();

    public CreationPlaces Places => Get<CreationPlaces>();

    /// <summary>Gets the lines of the log from <see cref="LogLevel.Information"/> on.</summary>
    public IReadOnlyCollection<string> Logged => _lines.Written;

    public T Get<T>() where T : notnull => _services.GetRequiredService<T>();

    /// <summary>Returns a valid request, by default for the ROM <c>a.gba</c>.</summary>
    public NewEmulator Wanted(CreateRequest request) =>
        NewEmulator.Read(request.Rom is null ? request with { Rom = "a.gba" } : request).WithRomOf(Get<RomFolder>());

    /// <summary>Creates an emulator, and lets time pass until it is there.</summary>
    public Task<CreatedEmulator> CreateAsync(string? name = null) => CreateAsync(new CreateRequest(Name: name));

    /// <inheritdoc cref="CreateAsync(string?)"/>
    public Task<CreatedEmulator> CreateAsync(CreateRequest request) =>
        _hosts.FinishesAsync(Emulators.CreateAsync(Wanted(request), CancellationToken.None));

    /// <summary>Begins work in the background.</summary>
    public Task StartAsync<T>() where T : IHostedService => Find<T>().StartAsync(CancellationToken.None);

    /// <summary>Ends work in the background.</summary>
    public Task StopAsync<T>() where T : IHostedService => _hosts.FinishesAsync(Find<T>().StopAsync(CancellationToken.None));

    public async ValueTask DisposeAsync()
    {
        await StopAsync<LeaseKeeper>();
        await _hosts.FinishesAsync(Get<WarmHosts>().DisposeAsync().AsTask());
        await _hosts.FinishesAsync(Task.WhenAll(Emulators.All.Select(Emulators.EndAsync)));
        await _hosts.FinishesAsync(_services.DisposeAsync().AsTask());
    }

    private T Find<T>() where T : IHostedService => _services.GetServices<IHostedService>().OfType<T>().Single();

    private sealed class Lines : ILoggerProvider, ILogger
    {
        public ConcurrentQueue<string> Written { get; } = new();

        public ILogger CreateLogger(string categoryName) => this;

        public IDisposable? BeginScope<TState>(TState state) where TState : notnull => null;

        public bool IsEnabled(LogLevel logLevel) => logLevel >= LogLevel.Information;

        public void Log<TState>(
            LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter) =>
            Written.Enqueue(formatter(state, exception));

        public void Dispose()
        {
        }
    }
}
