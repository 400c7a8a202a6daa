using System.Text.Json.Serialization.Metadata;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Server.Diagnostics;
using Bridge.Api.Server.Security;
using ModelContextProtocol.Protocol;
using ModelContextProtocol.Server;

namespace Bridge.Api.Features.Mcp;

/// <summary>A tool for language models, with the scope that a token needs for it.</summary>
internal abstract class GameTool(Tool description, Scope needs) : McpServerTool
{
    /// <summary>Gets the scope that a token needs to call it.</summary>
    public Scope Needs => needs;

    public sealed override Tool ProtocolTool => description;

    public sealed override IReadOnlyList<object> Metadata => [];

    /// <summary>Returns whether an unfinished call has changed nothing.</summary>
    protected virtual bool ChangesNothing(McpTarget target) => description.Annotations?.ReadOnlyHint == true;
}

/// <summary>
/// A tool whose arguments are read strictly. A call takes at most <see cref="MaxTime"/>, tells its progress where the client asks for
/// that, and is cancelled in the emulator when its client hangs up.
/// </summary>
/// <param name="parts">What all tools need.</param>
/// <param name="name">Its name.</param>
/// <param name="needs">The scope that it needs.</param>
/// <param name="arguments">The type of its arguments.</param>
/// <param name="isOfGame">Whether it is for one emulator, which the client may choose if the settings allow that.</param>
internal abstract class GameTool<T>(ToolParts parts, string name, Scope needs, JsonTypeInfo<T> arguments, bool isOfGame = true)
    : GameTool(parts.Describe(name), needs) where T : class
{
    /// <summary>Max duration of a call. Many clients give up after 60 s.</summary>
    public static readonly TimeSpan MaxTime = TimeSpan.FromSeconds(45);

    public sealed override async ValueTask<CallToolResult> InvokeAsync(
        RequestContext<CallToolRequestParams> request, CancellationToken cancellationToken = default)
    {
        var target = request.Services!.GetRequiredService<McpTarget>();
        using var limit = new CancellationTokenSource(MaxTime, parts.Time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, limit.Token);
        var progress = request.Params.ProgressToken is { } token
            ? new ProgressReports(request.Server, token, MaxTime, parts.Time, either.Token)
            : null;
        try
        {
            var given = isOfGame && parts.TakesEmulator ? target.Choose(request.Params.Arguments) : request.Params.Arguments;
            return await RunAsync(target, ToolArguments.Read(given, arguments, name), either.Token);
        }
        catch (RequestException refused)
        {
            return ToolResult.Error(ToolFailure.Of(
                refused, await parts.Names.DescribeAsync(refused, request.Params.Arguments, target.Emulator, cancellationToken)));
        }
        catch (EmulatorException failed)
        {
            return ToolResult.Error(ToolFailure.Of(failed, target.Emulator));
        }
        catch (OperationCanceledException) when (limit.IsCancellationRequested && !cancellationToken.IsCancellationRequested)
        {
            return ToolResult.Error(ToolFailure.OfLimit(name, MaxTime, ChangesNothing(target)));
        }
        catch (Exception exception) when (exception is not OperationCanceledException)
        {
            Log.ToolFailed(parts.Logger, name, exception);
            return ToolResult.Error(ToolFailure.OfBridge(ChangesNothing(target)));
        }
        finally
        {
            if (progress is not null)
                await progress.DisposeAsync();
        }
    }

    /// <summary>Runs the call.</summary>
    /// <exception cref="RequestException">An argument is missing or invalid; nothing was sent to the emulator.</exception>
    protected abstract Task<CallToolResult> RunAsync(McpTarget target, T given, CancellationToken cancellationToken);
}
