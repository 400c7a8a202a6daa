using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Server.Security;
using Bridge.SocketPool;

namespace Bridge.Api.Features.Mcp;

/// <summary>The emulator of an MCP request, and the rights of its client. Each request has its own instance.</summary>
internal sealed class McpTarget
{
    private HttpContext? _context;
    private EmulatorClient? _emulator;

    /// <summary>Gets the emulator in the request's path; the default one if the path has none.</summary>
    public EmulatorClient Emulator => _emulator ?? throw new InvalidOperationException("The request has no emulator yet.");

    /// <summary>Gets the client's token; null without tokens.</summary>
    public AccessToken? Token => Context.Features.Get<AccessToken>();

    private HttpContext Context => _context ?? throw new InvalidOperationException("The request is not known yet.");

    /// <summary>Sets the request and its emulator. Must be called before the request is handled.</summary>
    public void Set(HttpContext context, EmulatorClient emulator) => (_context, _emulator) = (context, emulator);

    /// <summary>Returns whether the client has these scopes.</summary>
    public bool Allows(Scope scopes) => Token?.Allows(scopes) ?? true;

    /// <summary>Requires these scopes.</summary>
    /// <exception cref="RequestException">The client's token doesn't have them.</exception>
    public void Demand(Scope scopes) => TokenGuard.Demand(Context, scopes);
}
