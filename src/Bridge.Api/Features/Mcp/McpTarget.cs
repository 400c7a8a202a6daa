using System.Text.Json;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Server.Security;
using Bridge.SocketPool;

namespace Bridge.Api.Features.Mcp;

/// <summary>The emulator of an MCP request, and the rights of its client. Each request has its own instance.</summary>
internal sealed class McpTarget
{
    /// <summary>The argument with the name of another emulator.</summary>
    public const string Argument = "emulator";

    private HttpContext? _context;
    private EmulatorClient? _emulator;

    /// <summary>Gets the emulator in the arguments or in the request's path; the default one if neither has one.</summary>
    public EmulatorClient Emulator => _emulator ?? throw new InvalidOperationException("The request has no emulator yet.");

    /// <summary>Gets the client's token; null without tokens.</summary>
    public AccessToken? Token => Context.Features.Get<AccessToken>();

    /// <summary>Gets the request.</summary>
    public HttpContext Context => _context ?? throw new InvalidOperationException("The request is not known yet.");

    /// <summary>Sets the request and its emulator. Must be called before the request is handled.</summary>
    public void Set(HttpContext context, EmulatorClient emulator) => (_context, _emulator) = (context, emulator);

    /// <summary>Uses the emulator that the arguments name, if any, and returns the other arguments.</summary>
    /// <exception cref="RequestException">It is no name, there is no such emulator, or the client's token doesn't allow it.</exception>
    public IDictionary<string, JsonElement>? Choose(IDictionary<string, JsonElement>? given)
    {
        if (given?.TryGetValue(Argument, out var chosen) != true)
            return given;
        if (chosen.ValueKind is not (JsonValueKind.String or JsonValueKind.Null))
        {
            throw new RequestException(
                ProblemTypes.InvalidBody, $"{Argument} must be a string; got {Parameters.Shorten(chosen.GetRawText())}.", Argument);
        }

        if (chosen.GetString() is { } name)
        {
            DemandReach(name);
            _emulator = Context.RequestServices.GetRequiredService<EmulatorDirectory>().Get(name);
        }

        return given.Where(argument => argument.Key != Argument).ToDictionary();
    }

    /// <summary>Returns whether the client may use this emulator.</summary>
    public bool Reaches(string emulator) => TokenGuard.Reaches(Context, emulator);

    /// <summary>Requires that the client may use this emulator.</summary>
    /// <exception cref="RequestException">The client's token doesn't allow it.</exception>
    public void DemandReach(string emulator)
    {
        if (!Reaches(emulator))
        {
            throw new RequestException(ProblemTypes.NarrowToken,
                $"The token {Token?.Name} does not allow the emulator {Parameters.Shorten(emulator)}.", Argument);
        }
    }

    /// <summary>Returns whether the client has these scopes.</summary>
    public bool Allows(Scope scopes) => Token?.Allows(scopes) ?? true;

    /// <summary>Requires these scopes.</summary>
    /// <exception cref="RequestException">The client's token doesn't have them.</exception>
    public void Demand(Scope scopes) => TokenGuard.Demand(Context, scopes);
}
