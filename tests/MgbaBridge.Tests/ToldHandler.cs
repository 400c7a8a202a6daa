using System.Net;
using System.Text;

namespace MgbaBridge.Tests;

/// <summary>Answers each request with the next of its answers; an exception is a connection that breaks.</summary>
internal sealed class ToldHandler(params object[] answers) : HttpMessageHandler
{
    private readonly Queue<object> _answers = new(answers);

    /// <summary>Gets the bodies of the requests.</summary>
    public List<string> Bodies { get; } = [];

    /// <summary>Gets the methods and paths of the requests.</summary>
    public List<string> Paths { get; } = [];

    /// <summary>Returns a client whose requests come here.</summary>
    public BridgeClient NewClient(int retries = 3, TimeProvider? time = null) =>
        new(new BridgeClientOptions { Retries = retries, TimeProvider = time ?? TimeProvider.System }, this);

    /// <summary>Returns a problem as an answer that may be repeated at once.</summary>
    public static HttpResponseMessage Problem(string type, int status, string more = "") => new((HttpStatusCode)status)
    {
        Headers = { { "Retry-After", "0" } },
        Content = new StringContent($$"""{"type": "/docs/troubleshooting.md#{{type}}", "title": "{{type}}", "detail": "as told"{{more}}}""",
            Encoding.UTF8, "application/problem+json"),
    };

    /// <summary>Returns the answer of a success.</summary>
    public static HttpResponseMessage Success(string body, string type = "application/json") => Answer(200, body, type);

    /// <summary>Returns any answer.</summary>
    public static HttpResponseMessage Answer(int status, string body, string type) =>
        new((HttpStatusCode)status) { Content = new StringContent(body, Encoding.UTF8, type) };

    protected override async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
    {
        Paths.Add($"{request.Method} {request.RequestUri!.PathAndQuery}");
        Bodies.Add(request.Content is null ? "" : await request.Content.ReadAsStringAsync(cancellationToken));
        var answer = _answers.Dequeue();
        return answer is Exception failure ? throw failure : (HttpResponseMessage)answer;
    }
}
