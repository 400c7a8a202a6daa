using Microsoft.AspNetCore.Connections.Features;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.Extensions.ObjectPool;
using Microsoft.Extensions.Options;

namespace Bridge.Api.Hosting;

/// <summary>
/// Lends a request its context until it ends. ASP.NET's own factory leaves one with each connection for good, whether it has a request or
/// is idle: 350 bytes, and another 110 for what cancels its requests.
/// </summary>
internal sealed class LentContexts(IServiceScopeFactory scopes, IOptions<FormOptions> forms) : IHttpContextFactory
{
    // Beyond that they are made anew. Streams keep theirs as long as they last.
    private const int MostKept = 256;

    private readonly DefaultObjectPool<DefaultHttpContext> _kept = new(new Making(scopes, forms.Value), MostKept);

    public HttpContext Create(IFeatureCollection featureCollection)
    {
        var context = _kept.Get();
        context.Initialize(featureCollection);
        // What ends the connection ends its only request; of several on one connection each has a token of its own.
        if (featureCollection.Get<IConnectionLifetimeFeature>() is { } connection && !HttpProtocol.IsHttp2(context.Request.Protocol) && !HttpProtocol.IsHttp3(context.Request.Protocol))
            context.RequestAborted = connection.ConnectionClosed;
        return context;
    }

    public void Dispose(HttpContext httpContext)
    {
        var context = (DefaultHttpContext)httpContext;
        context.Uninitialize();
        _kept.Return(context);
    }

    private sealed class Making(IServiceScopeFactory scopes, FormOptions forms) : IPooledObjectPolicy<DefaultHttpContext>
    {
        public DefaultHttpContext Create() => new(new FeatureCollection()) { ServiceScopeFactory = scopes, FormOptions = forms };

        public bool Return(DefaultHttpContext obj) => true;
    }
}
