using System.Collections.Concurrent;

namespace Bridge.EndToEnd.Tests.Safety;

/// <summary>
/// Every request that a web page can make a browser send, on every operation in the OpenAPI document: none reaches the game.
/// </summary>
public sealed class ForeignPageTests(RunningGame game) : IClassFixture<RunningGame>
{
    private static readonly string[] Verbs = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"];

    private static readonly string[] Others =
        ["/", "/client.js", "/swagger/index.html", "/swagger/v1/swagger.json", "/docs/security.md", "/nothing"];

    private int Port => game.Client.BaseAddress!.Port;

    [Fact]
    public Task A_foreign_host_is_refused_on_every_operation_and_verb() => RefusesAsync(421, "Host",
        "evil.example", $"evil.example:{Port}", $"127.0.0.1.evil.example:{Port}", $"localhost.evil.example:{Port}",
        $"evil.localhost:{Port}", $"localhost.:{Port}",
        $"127.0.0.2:{Port}", $"0.0.0.0:{Port}", $"[::2]:{Port}", "localhost", "127.0.0.1", "localhost:80",
        $"localhost:{Port + 1}", $"127.1:{Port}");

    [Fact]
    public Task A_foreign_origin_is_refused_on_every_operation_and_verb() => RefusesAsync(403, "Origin",
        "https://evil.example", "null", "", "http://localhost", $"https://localhost:{Port}", $"http://localhost:{Port + 1}",
        $"http://localhost:{Port}", "file://", "*");

    [Fact]
    public Task A_fetch_from_another_site_is_refused_on_every_operation_and_verb() =>
        RefusesAsync(403, "Sec-Fetch-Site", "cross-site", "same-site", "", "same-origin, cross-site", "SAME-ORIGIN");

    [Fact]
    public Task A_missing_or_doubled_host_is_refused_on_every_operation()
    {
        var own = game.Client.BaseAddress!.Authority;
        return RefusesHeadsAsync(
            ("HTTP/1.1", 400), ("HTTP/1.0", 421), ($"HTTP/1.1\r\nHost: {own}\r\nHost: {own}", 400),
            ($"HTTP/1.1\r\nHost: {own}\r\nHost: evil.example", 400),
            ("HTTP/1.1\r\nHost:", 421), ("HTTP/1.1\r\nHost: [::]", 400), ($"HTTP/1.1\r\nHost: {own},evil.example", 400),
            ($"HTTP/1.1\r\nHost: user@{own}", 400));
    }

    [Fact]
    public Task A_doubled_origin_or_site_is_refused_on_every_operation()
    {
        var own = $"HTTP/1.1\r\nHost: {game.Client.BaseAddress!.Authority}\r\n";
        var origin = $"Origin: http://{game.Client.BaseAddress!.Authority}";
        return RefusesHeadsAsync(
            ($"{own}{origin}\r\nOrigin: https://evil.example", 403), ($"{own}Origin: https://evil.example\r\n{origin}", 403),
            ($"{own}{origin}\r\n{origin}", 403),
            ($"{own}Sec-Fetch-Site: same-origin\r\nSec-Fetch-Site: cross-site", 403), ($"{own}Sec-Fetch-Site: none\r\nOrigin: null", 403),
            ($"{own}Sec-Fetch-Site: cross-site\r\n{origin}", 403), ($"{own}sec-fetch-site: Cross-Site", 403));
    }

    private async Task RefusesHeadsAsync(params (string Head, int Status)[] heads)
    {
        await using var counter = new CommandCounter(game.Emulator);
        var operations = await OpenApiOperation.ReadAsync(game.Client);
        await counter.CountsAsync(0, () => Parallel.ForEachAsync(operations, async (operation, _) =>
        {
            foreach (var (head, status) in heads)
            {
                var (answered, _) = await RawHttp.AskAsync(game.Client.BaseAddress!,
                    $"{operation.Method} {operation.ExampleUrl} {head}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
                Assert.True(answered == status, $"{operation.Method} {operation.Path} {head}: {answered}");
            }
        }));
    }

    [Fact]
    public async Task The_command_counter_works()
    {
        await using var counter = new CommandCounter(game.Emulator);
        await counter.CountsAsync(3, async () =>
        {
            for (var i = 0; i < 3; i++)
                await game.Client.GetStringAsync("/mgbaendpoint?message=x");
        });
    }

    private async Task RefusesAsync(int status, string header, params string[] values)
    {
        await using var counter = new CommandCounter(game.Emulator);
        var operations = await OpenApiOperation.ReadAsync(game.Client);
        (string Path, string? Body)[] targets = [.. operations.Select(operation => (operation.ExampleUrl, operation.ExampleBody)),
            .. Others.Select(path => (path, (string?)null))];
        var wrong = new ConcurrentQueue<string>();
        await counter.CountsAsync(0, () => Parallel.ForEachAsync(targets, async (target, cancellation) =>
        {
            foreach (var verb in Verbs)
            {
                foreach (var value in values)
                {
                    using var request = new HttpRequestMessage(new HttpMethod(verb), target.Path);
                    request.Headers.TryAddWithoutValidation(header, value);
                    // The request headers of a preflight.
                    request.Headers.TryAddWithoutValidation("Access-Control-Request-Method", "PUT");
                    if (verb is "POST" or "PUT")
                        request.Content = new StringContent(target.Body ?? "",
                            new System.Net.Http.Headers.MediaTypeHeaderValue("application/json"));
                    using var response = await game.Client.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, cancellation);
                    if ((int)response.StatusCode != status
                        || response.Headers.Any(sent => sent.Key.StartsWith("Access-Control", StringComparison.OrdinalIgnoreCase)))
                        wrong.Enqueue($"{verb} {target.Path} {header}: {value} answered {(int)response.StatusCode}");
                }
            }
        }));
        Assert.Empty(wrong);
    }
}
