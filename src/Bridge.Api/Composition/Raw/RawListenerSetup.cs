using System.Collections.Concurrent;
using System.Diagnostics.Metrics;
using System.Net;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Fleet.Snapshot;
using Bridge.Api.Server.Diagnostics;
using Bridge.Api.Server.Hosting;
using Bridge.Api.Server.Inline;
using Bridge.Api.Server.Limits;
using Bridge.Api.Server.Security;
using Bridge.RawListener;
using Bridge.RawListener.Model;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Diagnostics;
using Microsoft.AspNetCore.Connections;

namespace Bridge.Api.Composition.Raw;

/// <summary>Registers the raw listener, and connects it to the bridge's emulators, tokens, rate limit and accounts.</summary>
internal static class RawListenerSetup
{
    private static readonly (CommandScope Raw, Scope Http)[] Scopes =
    [
        (CommandScope.Read, Scope.Read), (CommandScope.Input, Scope.Input), (CommandScope.Write, Scope.Write),
        (CommandScope.States, Scope.States), (CommandScope.Admin, Scope.Admin),
    ];

    public static void AddRawListener(this IServiceCollection services)
    {
        services.AddSingleton(CreateHost);
        services.AddSingleton<RawTransport>();
        services.AddSingleton(static services => new RawServer(
            services.GetRequiredService<RawHost>(),
            services.GetRequiredService<RawSettings>(),
            services.GetRequiredService<IMeterFactory>().Create(EmulatorInstruments.MeterName),
            services.GetRequiredService<TimeProvider>(),
            services.GetRequiredService<ILogger<RawServer>>()));
        services.AddHostedService<RawListenerService>();
    }

    private static RawHost CreateHost(IServiceProvider services)
    {
        var stop = services.GetRequiredService<GracefulShutdown>();
        return new RawHost
        {
            GetEmulator = GetEmulator(services),
            NameState = EmulatorNames.Of,
            Explain = exception => Explain(exception, stop),
            Refuse = Refuse(services.GetRequiredService<EmulatorDirectory>()),
            FindToken = FindToken(services.GetRequiredService<AccessTokens>(), services.GetRequiredService<TokenShares>()),
            RefuseAccount = RefuseAccount(services.GetRequiredService<PeerAccounts>()),
            CountMessage = CountMessage(services.GetRequiredService<ClientRateLimiter>()),
            TryHoldInput = TryHoldInput(services.GetRequiredService<BufferBudget>()),
            AwaitCommand = AwaitCommand(services.GetRequiredService<TimeProvider>()),
            CountCommand = services.GetRequiredService<RequestStatistics>().Add,
        };
    }

    private static Func<string, EmulatorClient> GetEmulator(IServiceProvider services)
    {
        var own = services.GetRequiredService<EmulatorDirectory>();
        if (services.GetService<FleetDirectory>() is not { } fleet)
            return own.Get;
        var self = services.GetRequiredService<FleetOptions>().Host;
        return name => !own.Has(name) && fleet.Snapshot.HostIdOf(name) is { } id && id != self
            && fleet.Snapshot.Hosts.TryGetValue(id, out var host) ? throw new MovedException(name, host) : own.Get(name);
    }

    private static Func<EmulatorClient, RawReply?> Refuse(EmulatorDirectory own) => emulator =>
        own.Refusal(emulator.Name) is { } refused ? Reply(refused.Type, refused.Message, safeToRepeat: true) : null;

    private static RawReply? Explain(Exception exception, GracefulShutdown stop) => exception switch
    {
        MovedException { Address: { } address } moved => RawReply.Moved(address, moved.Message),
        MovedException moved => Reply(ProblemTypes.UnknownEmulator, moved.Message, "emulator"),
        RequestException refused => Reply(refused.Type, refused.Message, refused.Parameter),
        EmulatorException ended when stop.HasBegun && ProblemResponses.HasDoneNothing(ended) =>
            Reply(ProblemTypes.Stopping, ProblemResponses.EndedByStop, safeToRepeat: true),
        EmulatorException failed =>
            Reply(ProblemTypes.Of(failed.Failure), failed.Message, failed.Parameter, failed.SafeToRepeat, failed.RetryAfter),
        _ => null,
    };

    private static Func<string, RawToken?>? FindToken(AccessTokens tokens, TokenShares shares)
    {
        if (!tokens.AreNeeded)
            return null;
        var known = new ConcurrentDictionary<AccessToken, RawToken>();
        return value => tokens.Find(value) is { } token ? known.GetOrAdd(token, Describe, shares) : null;
    }

    private static RawToken Describe(AccessToken token, TokenShares shares) => new()
    {
        Name = token.Name,
        Scopes = [.. Scopes.Where(pair => token.Allows(pair.Http)).Select(pair => pair.Raw)],
        Reaches = token.Reaches,
        TakePlaces = (emulator, command) => command.Name switch
        {
            "frames.wait" or "memory.wait" => shares.Take(emulator, token, SharedPlaces.Waits),
            "screen.wait" or "until.wait" => shares.Take(emulator, token, SharedPlaces.Waits, SharedPlaces.ScreenWaits),
            _ => null,
        },
        RateKey = token,
    };

    private static Func<ConnectionContext, RawReply?> RefuseAccount(PeerAccounts accounts) => connection =>
        accounts.FindForeign(connection) is { } foreign ? Reply(ProblemTypes.ForeignUser, foreign.Sentence) : null;

    private static Func<RawToken?, IPAddress?, RawReply?>? CountMessage(ClientRateLimiter rateLimiter)
    {
        if (rateLimiter.Limiter is not { } limiter)
            return null;
        return (token, address) =>
        {
            using var lease = limiter.AttemptAcquire(token?.RateKey ?? ClientRateLimiter.KeyOf(address));
            return lease.IsAcquired
                ? null
                : Reply(ProblemTypes.TooManyRequests, rateLimiter.Sentence, retryAfter: rateLimiter.RetryAfter(lease));
        };
    }

    // One share for all clients of the listener.
    private static Func<long, bool> TryHoldInput(BufferBudget budget) =>
        new BufferBudget.Share(budget, freeBytes: 0, isUntrusted: false).TryHold;

    private static Action<ConnectionContext> AwaitCommand(TimeProvider time) => connection => NextRequest.Await(connection, time);

    private static RawReply Reply(
        ProblemType problem, string sentence, string? parameter = null, bool? safeToRepeat = null, TimeSpan? retryAfter = null) =>
        RawReply.Error(problem.Anchor, sentence, parameter, safeToRepeat, retryAfter) with
        {
            IsFailure = problem.Status >= StatusCodes.Status500InternalServerError,
        };
}
