using System.Buffers;
using System.IO.Pipelines;
using System.Net.ServerSentEvents;
using System.Runtime.InteropServices;
using System.Text;
using System.Text.Json;
using Microsoft.AspNetCore.Http.Features;

namespace Bridge.Api.Features.Mcp;

/// <summary>
/// One message of a batch as a request of its own: it has the headers, the token and the connection of the batch, but another body, and a
/// response that is kept in memory.
/// </summary>
internal sealed class BatchPart : IAsyncDisposable
{
    private readonly MemoryStream _output = new();
    private readonly StreamResponseBodyFeature _response;

    /// <param name="whole">The request with the batch.</param>
    /// <param name="message">The message.</param>
    public BatchPart(HttpContext whole, JsonElement message)
    {
        _response = new StreamResponseBodyFeature(_output);
        var reader = PipeReader.Create(new ReadOnlySequence<byte>(JsonMarshal.GetRawUtf8Value(message).ToArray()));
        var request = whole.Request;
        var features = new FeatureCollection(whole.Features);
        // All headers but the length, which is that of the batch.
        features.Set<IHttpRequestFeature>(new HttpRequestFeature
        {
            Method = request.Method, Scheme = request.Scheme, PathBase = request.PathBase, Path = request.Path,
            QueryString = request.QueryString.ToString(), Protocol = request.Protocol,
            Headers = new HeaderDictionary(request.Headers.ToDictionary()) { ContentLength = null }, Body = reader.AsStream(),
        });
        features.Set<IRequestBodyPipeFeature>(new PartBody(reader));
        features.Set<IHttpResponseFeature>(new PartResponse(whole.Response));
        features.Set<IHttpResponseBodyFeature>(_response);
        Context = new DefaultHttpContext(features) { RequestServices = whole.RequestServices };
    }

    /// <summary>Gets the request.</summary>
    public HttpContext Context { get; }

    /// <summary>Returns the response as JSON, once the request is served; null: the message needs none.</summary>
    public async Task<ReadOnlyMemory<byte>?> FindResponseAsync()
    {
        await _response.CompleteAsync();
        _output.Position = 0;
        if (Context.Response.ContentType?.StartsWith("text/event-stream", StringComparison.Ordinal) != true)
            return _output.Length == 0 ? null : (ReadOnlyMemory<byte>?)_output.ToArray();
        await foreach (var item in SseParser.Create(_output).EnumerateAsync())
        {
            if (IsResponse(item.Data))
                return Encoding.UTF8.GetBytes(item.Data);
        }

        return null;
    }

    public async ValueTask DisposeAsync()
    {
        await _response.CompleteAsync();
        await _output.DisposeAsync();
    }

    // Notifications of progress have no place in a list of responses.
    private static bool IsResponse(string text)
    {
        if (text.Length == 0)
            return false;
        using var message = JsonDocument.Parse(text);
        return MessageMember.Find(message.RootElement, "method") is null;
    }

    private sealed class PartBody(PipeReader reader) : IRequestBodyPipeFeature
    {
        public PipeReader Reader => reader;
    }

    // Resources of a part live as long as the whole request.
    private sealed class PartResponse(HttpResponse whole) : HttpResponseFeature
    {
        public override void OnCompleted(Func<object, Task> callback, object state) => whole.OnCompleted(callback, state);
    }
}
