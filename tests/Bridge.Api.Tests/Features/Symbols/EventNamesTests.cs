using Bridge.Api.Features.Notebook;
using Bridge.Api.Features.Symbols;
using Bridge.SocketPool;
using Microsoft.Extensions.Logging.Abstractions;

namespace Bridge.Api.Tests.Features.Symbols;

/// <summary>The names for events, which arrive on the threads that poll sockets.</summary>
public sealed class EventNamesTests : IAsyncLifetime
{
    private const int Times = 1000;

    private readonly FakeEmulator _fake = new();
    private readonly EmulatorClient _client;
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("bridge-names-");

    public EventNamesTests() =>
        _client = new EmulatorClient("default", new EmulatorOptions { Port = _fake.Port }, TimeProvider.System, NullLogger.Instance);

    public async ValueTask InitializeAsync() => await Eventually.HoldsAsync(() => _client.Facts is not null);

    public async ValueTask DisposeAsync()
    {
        await _client.DisposeAsync();
        await _fake.DisposeAsync();
        _folder.Delete(recursive: true);
    }

    [Fact]
    public void They_cost_no_memory_without_symbols_and_none_for_each_event_with_them()
    {
        var symbols = NewSymbols(folder: null);
        Assert.Null(symbols.AtOnce());
        Assert.Equal(0, BytesOf(symbols));
        symbols.Store("02000000 gFrames"u8.ToArray(), _client.Facts!);
        Assert.Equal("gFrames", symbols.AtOnce()!.Nearest(0x02000000, null));
        Assert.Equal(0, BytesOf(symbols));
    }

    [Fact]
    public async Task They_come_from_the_folder_without_waiting()
    {
        await File.WriteAllTextAsync(Path.Combine(_folder.FullName, $"{_client.Facts!.Crc32}.sym"), "02000000 gFrames");
        var symbols = NewSymbols(_folder.FullName);
        Assert.Null(symbols.AtOnce());
        await Eventually.HoldsAsync(() => symbols.AtOnce()?.Nearest(0x02000001, null) == "gFrames+0x1");
    }

    private GameSymbols NewSymbols(string? folder) => new(
        _client, new SymbolFolder(new SymbolOptions { Folder = folder }, NullLogger<SymbolFolder>.Instance), new SymbolReader(),
        new TypesReader(),
        new Notebooks(new NotebookFolder(null, TimeProvider.System, NullLogger<NotebookFolder>.Instance), TimeProvider.System),
        TimeProvider.System);

    private static long BytesOf(GameSymbols symbols)
    {
        var before = GC.GetAllocatedBytesForCurrentThread();
        for (var i = 0; i < Times; i++)
            symbols.AtOnce();
        return GC.GetAllocatedBytesForCurrentThread() - before;
    }
}
