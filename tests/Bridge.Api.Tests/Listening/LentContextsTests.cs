using Bridge.Api.Listening;
using Microsoft.AspNetCore.Connections.Features;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;

namespace Bridge.Api.Tests.Listening;

public sealed class LentContextsTests : IDisposable
{
    private readonly ServiceProvider _services = new ServiceCollection().BuildServiceProvider();
    private readonly CancellationTokenSource _connection = new();
    private readonly LentContexts _contexts;

    public LentContextsTests() =>
        _contexts = new LentContexts(_services.GetRequiredService<IServiceScopeFactory>(), Options.Create(new FormOptions()));

    public void Dispose()
    {
        _connection.Dispose();
        _services.Dispose();
    }

    private FeatureCollection Request(string protocol)
    {
        var features = new FeatureCollection();
        features.Set<IHttpRequestFeature>(new HttpRequestFeature { Protocol = protocol });
        features.Set<IHttpResponseFeature>(new HttpResponseFeature());
        features.Set<IConnectionLifetimeFeature>(new Connection { ConnectionClosed = _connection.Token });
        return features;
    }

    [Fact]
    public void A_context_is_lent_again_and_has_nothing_of_the_request_before()
    {
        var first = _contexts.Create(Request(HttpProtocol.Http11));
        first.Items["secret"] = 1;
        first.Request.Path = "/first";
        first.Response.StatusCode = 500;
        first.SetEndpoint(new Endpoint(null, null, "first"));
        _contexts.Dispose(first);

        var second = _contexts.Create(Request(HttpProtocol.Http11));
        Assert.Same(first, second);
        Assert.Equal((0, "", 200, null),
            (second.Items.Count, second.Request.Path.Value ?? "", second.Response.StatusCode, second.GetEndpoint()));
    }

    [Fact]
    public void Two_requests_at_once_have_a_context_each()
    {
        var first = _contexts.Create(Request(HttpProtocol.Http11));
        Assert.NotSame(first, _contexts.Create(Request(HttpProtocol.Http11)));
    }

    [Theory]
    [InlineData("HTTP/1.0", true)]
    [InlineData("HTTP/1.1", true)]
    [InlineData("HTTP/2", false)]
    [InlineData("HTTP/3", false)]
    public void A_request_ends_with_the_connection_that_is_its_own(string protocol, bool ends)
    {
        var aborted = _contexts.Create(Request(protocol)).RequestAborted;
        _connection.Cancel();
        Assert.Equal(ends, aborted.IsCancellationRequested);
    }

    private sealed class Connection : IConnectionLifetimeFeature
    {
        public CancellationToken ConnectionClosed { get; set; }

        public void Abort() => throw new NotSupportedException();
    }
}
