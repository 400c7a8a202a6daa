using System.Collections.Concurrent;
using System.Net;
using System.Text;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;

namespace Bridge.Api.Tests.Server.Diagnostics;

/// <summary>A collector that receives OTLP over HTTP and stores the bytes; names in them are plain text.</summary>
public sealed class OtlpReceiver : IAsyncDisposable
{
    private readonly ConcurrentDictionary<string, StringBuilder> _received = new();
    private readonly WebApplication _app;

    public OtlpReceiver()
    {
        var builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        builder.WebHost.UseKestrelCore().ConfigureKestrel(kestrel => kestrel.Listen(IPAddress.Loopback, Port));
        _app = builder.Build();
        _app.Run(async context =>
        {
            using var body = new MemoryStream();
            await context.Request.Body.CopyToAsync(body);
            var text = _received.GetOrAdd(context.Request.Path, _ => new StringBuilder());
            lock (text)
                text.Append(Encoding.Latin1.GetString(body.GetBuffer(), 0, (int)body.Length));
            context.Response.ContentType = "application/x-protobuf";
        });
    }

    public int Port { get; } = FreePort.Take();

    public Task StartAsync() => _app.StartAsync();

    public bool Has(string path, string name)
    {
        if (!_received.TryGetValue(path, out var text))
            return false;
        lock (text)
            return text.ToString().Contains(name, StringComparison.Ordinal);
    }

    public ValueTask DisposeAsync() => _app.DisposeAsync();
}
