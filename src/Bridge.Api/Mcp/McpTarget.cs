using Bridge.Api.Errors;
using Bridge.Api.Security;
using Bridge.SocketPool;

namespace Bridge.Api.Mcp;

/// <summary>The emulator that an MCP request is for, and the rights of its client. One for each request.</summary>
internal sealed class McpTarget
{
    private HttpContext? _context;
    private EmulatorClient? _emulator;

    /// <summary>Gets the emulator of the request's path; the default one where the path names none.</summary>
    public EmulatorClient Emulator => _emulator ?? throw new InvalidOperationException("The request has no emulator yet.");

    /// <summary>Gets the client's token; null without tokens.</summary>
    public AccessToken? Token => Context.Features.Get<AccessToken>();

    private HttpContext Context => _context ?? throw new InvalidOperationException("The request is not known yet.");

    /// <summary>Sets both, before anything of the request runs.</summary>
    public void Set(HttpContext context, EmulatorClient emulator) => (_context, _emulator) = (context, emulator);

    /// <summary>Returns whether the client may do this.</summary>
    public bool Allows(Scope scopes) => Token?.Allows(scopes) ?? true;

    /// <exception cref="RequestException">The client's token doesn't allow it.</exception>
    public void Demand(Scope scopes) => TokenGuard.Demand(Context, scopes);
}
