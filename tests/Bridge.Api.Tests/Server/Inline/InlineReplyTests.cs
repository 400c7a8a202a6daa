using System.Collections.Concurrent;
using System.Net;
using Bridge.Api.Server.Hosting;
using Bridge.Api.Server.Inline;
using Bridge.Api.Tests.Server.Hosting;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Microsoft.AspNetCore.Server.Kestrel.Transport.Sockets;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;

namespace Bridge.Api.Tests.Server.Inline;

/// <summary>Checks where a request continues after the emulator's reply: inline on the receive thread, or on the thread pool.</summary>
public sealed class InlineReplyTests : IAsyncDisposable
{
    private readonly SelfSigned _certificate = new();
    private readonly FakeEmulator _fake = new() { Answers = AnswerAsync };
    private readonly ConcurrentQueue<string> _stacks = new();

    public async ValueTask DisposeAsync()
    {
        _certificate.Dispose();
        await _fake.DisposeAsync();
    }

    [Theory]
    [InlineData("http", true, true)]
    [InlineData("https", true, false)]
    [InlineData("http", false, false)]
    [InlineData("https", false, false)]
    public async Task Only_a_request_without_TLS_continues_inline_and_only_if_it_is_turned_on(string scheme, bool isOn, bool isInline)
    {
        await using var app = Build(isOn);
        Assert.Equal(isOn, app.Services.GetRequiredService<IOptions<SocketTransportOptions>>().Value.UnsafePreferInlineScheduling);
        await app.StartAsync(TestContext.Current.CancellationToken);
        using var client = _certificate.Client(HttpVersion.Version11);
        var address = app.Urls.Single(url => url.StartsWith(scheme + ":", StringComparison.Ordinal))
            + "/emulators/default/memory/0x02000000";
        for (var i = 0; i < 20; i++)
            await Eventually.HoldsAsync(async () => (await client.GetAsync(address)).IsSuccessStatusCode, "the read succeeds");
        // A reply that arrives before its caller waits is consumed on the sending thread, so not every request continues inline.
        Assert.Equal(isInline, _stacks.Any(stack => stack.Contains(".MessageReceiver.", StringComparison.Ordinal)));
    }

    private WebApplication Build(bool isOn)
    {
        var builder = WebApplication.CreateSlimBuilder(
            [$"--{InlineScheduling.Setting}={isOn}", $"--Bridge:Emulators:default:Port={_fake.Port}", "--Bridge:Drain=00:00:00"]);
        builder.AddBridge();
        builder.WebHost.ConfigureKestrel(kestrel =>
        {
            kestrel.Listen(IPAddress.Loopback, 0);
            kestrel.Listen(IPAddress.Loopback, 0, endpoint => endpoint.UseHttps(_certificate.Certificate));
        });
        var app = builder.Build();
        app.UseMiddleware<RequestBoundary>();
        app.UseRouting();
        app.UseMiddleware<InlineSchedulingGuard>();
        app.Use(RecordAsync);
        app.MapGroup("/emulators/{emulator}").MapOperations();
        return app;
    }

    private async Task RecordAsync(HttpContext context, RequestDelegate next)
    {
        await next(context);
        _stacks.Enqueue(Environment.StackTrace);
    }

    private static async Task<bool> AnswerAsync(FakeRequest request)
    {
        await request.ReplyAsync(["7"]);
        return true;
    }
}
