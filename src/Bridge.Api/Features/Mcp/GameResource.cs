using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Server.Security;
using ModelContextProtocol;
using ModelContextProtocol.Protocol;
using ModelContextProtocol.Server;

namespace Bridge.Api.Features.Mcp;

/// <summary>A resource with a URI; or with a URI template, which ends with a name in braces.</summary>
internal sealed class GameResource(ResourceTemplate description, Func<McpTarget, string, CancellationToken, Task<ResourceContents>> read)
    : McpServerResource
{
    // Where the name in braces begins; negative: the template is a URI.
    private readonly int _brace = description.UriTemplate.IndexOf('{', StringComparison.Ordinal);

    /// <summary>Gets the scope that a token needs to read it.</summary>
    public Scope Needs { get; init; } = Scope.Read;

    public override ResourceTemplate ProtocolResourceTemplate => description;

    public override IReadOnlyList<object> Metadata => [];

    public override bool IsMatch(string uri) => _brace < 0
        ? uri == description.UriTemplate
        : uri.Length > _brace && uri.StartsWith(description.UriTemplate.AsSpan(0, _brace), StringComparison.Ordinal);

    public override async ValueTask<ReadResourceResult> ReadAsync(
        RequestContext<ReadResourceRequestParams> request, CancellationToken cancellationToken = default)
    {
        var target = request.Services!.GetRequiredService<McpTarget>();
        var uri = request.Params.Uri;
        try
        {
            var contents = await read(target, _brace < 0 ? "" : Uri.UnescapeDataString(uri[_brace..]), cancellationToken);
            contents.Uri = uri;
            return new ReadResourceResult { Contents = [contents] };
        }
        catch (RequestException refused)
        {
            throw new McpProtocolException(ToolFailure.Of(refused), McpErrorCode.InvalidParams);
        }
        catch (EmulatorException failed)
        {
            throw new McpProtocolException(ToolFailure.Of(failed, target.Emulator), McpErrorCode.InternalError);
        }
    }
}
