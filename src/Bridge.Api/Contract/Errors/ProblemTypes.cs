using Bridge.SocketPool;

namespace Bridge.Api.Contract.Errors;

/// <summary>Lists every problem that the bridge responds with. The anchors are stable, because clients compare them.</summary>
internal static class ProblemTypes
{
    /// <summary>The path under which the bridge serves docs/troubleshooting.md.</summary>
    public const string Page = "/docs/troubleshooting.md";

    public static readonly ProblemType MissingParameter = new("missing-parameter", "Missing parameter", 400);
    public static readonly ProblemType InvalidParameter = new("invalid-parameter", "Invalid parameter", 400);
    public static readonly ProblemType UnknownParameter = new("unknown-parameter", "Unknown parameter", 400);
    public static readonly ProblemType InvalidBody = new("invalid-body", "Invalid body", 400);
    public static readonly ProblemType UnknownButton = new("unknown-button", "Unknown button", 400);
    public static readonly ProblemType OutOfRange = new("out-of-range", "Address out of range", 400);
    public static readonly ProblemType UnknownDomain = new("unknown-domain", "Unknown memory domain", 400);
    public static readonly ProblemType UnknownSymbol = new("unknown-symbol", "Unknown symbol", 400);
    public static readonly ProblemType ReadOnlyMemory = new("read-only-memory", "Read-only memory", 400);
    public static readonly ProblemType BadRequest = new("bad-request", "Bad request", 400);
    public static readonly ProblemType MissingToken = new("missing-token", "Missing token", 401);
    public static readonly ProblemType WrongToken = new("wrong-token", "Wrong token", 401);
    public static readonly ProblemType NarrowToken = new("narrow-token", "Token does not allow this", 403);
    public static readonly ProblemType WrongTicket = new("wrong-ticket", "Ticket does not open this", 403);
    public static readonly ProblemType ForeignOrigin = new("foreign-origin", "Origin not allowed", 403);
    public static readonly ProblemType ForeignUser = new("foreign-user", "User account not allowed", 403);
    public static readonly ProblemType ForeignBridge = new("foreign-bridge", "Bridge not of this fleet", 403);
    public static readonly ProblemType NotFound = new("not-found", "Not found", 404);
    public static readonly ProblemType UnknownEmulator = new("unknown-emulator", "Unknown emulator", 404);
    public static readonly ProblemType UnknownSearch = new("unknown-search", "Unknown search", 404);
    public static readonly ProblemType UnknownSequence = new("unknown-sequence", "Unknown sequence", 404);
    public static readonly ProblemType UnknownType = new("unknown-type", "Unknown type", 404);
    public static readonly ProblemType UnknownBreakpoint = new("unknown-breakpoint", "Unknown breakpoint", 404);
    public static readonly ProblemType UnknownCheat = new("unknown-cheat", "Unknown cheat", 404);
    public static readonly ProblemType UnknownWatch = new("unknown-watch", "Unknown watch", 404);
    public static readonly ProblemType UnknownState = new("unknown-state", "Unknown state", 404);
    public static readonly ProblemType UnknownNote = new("unknown-note", "Unknown note", 404);
    public static readonly ProblemType UnknownMovie = new("unknown-movie", "Unknown movie", 404);
    public static readonly ProblemType UnknownClip = new("unknown-clip", "Unknown clip", 404);
    public static readonly ProblemType UnknownVector = new("unknown-vector", "Unknown vector", 404);
    public static readonly ProblemType UnknownTicket = new("unknown-ticket", "Unknown ticket", 404);
    public static readonly ProblemType UnknownRom = new("unknown-rom", "Unknown ROM", 404);
    public static readonly ProblemType MethodNotAllowed = new("method-not-allowed", "Method not allowed", 405);
    public static readonly ProblemType TooSlow = new("too-slow", "Request too slow", 408);
    public static readonly ProblemType Conflict = new("conflict", "Conflict", 409);
    public static readonly ProblemType Held = new("held", "Game is frozen", 409);
    public static readonly ProblemType NotHeld = new("not-held", "Game is not frozen", 409);
    public static readonly ProblemType Cancelled = new("cancelled", "Cancelled", 409);
    public static readonly ProblemType Interrupted = new("interrupted", "Interrupted", 409);
    public static readonly ProblemType TooManyStates = new("too-many-states", "Too many states", 409);
    public static readonly ProblemType TooManyMovies = new("too-many-movies", "Too many movies", 409);
    public static readonly ProblemType TooManyClips = new("too-many-clips", "Too many clips", 409);
    public static readonly ProblemType TooManyFiles = new("too-many-files", "Too many files", 409);
    public static readonly ProblemType TooManyWatches = new("too-many-watches", "Too many watches", 409);
    public static readonly ProblemType TooManyNotes = new("too-many-notes", "Too many notes", 409);
    public static readonly ProblemType EmulatorLost = new("emulator-lost", "Emulator lost", 410);
    public static readonly ProblemType TooLarge = new("too-large", "Too large", 413);
    public static readonly ProblemType TooLong = new("too-long", "Too long", 414);
    public static readonly ProblemType UnsupportedMediaType = new("unsupported-media-type", "Unsupported media type", 415);
    public static readonly ProblemType ForeignHost = new("foreign-host", "Host not allowed", 421);
    public static readonly ProblemType RefusedState = new("refused-state", "State refused", 422);
    public static readonly ProblemType RefusedMovie = new("refused-movie", "Movie refused", 422);
    public static readonly ProblemType TooManyRequests = new("too-many-requests", "Too many requests", 429);
    public static readonly ProblemType InternalError = new("internal-error", "Internal error", 500);
    public static readonly ProblemType StorageFailed = new("storage-failed", "Storage failed", 500);
    public static readonly ProblemType StorageFull = new("storage-full", "Storage full", 507);
    public static readonly ProblemType Unsupported = new("unsupported", "Not supported", 501);
    public static readonly ProblemType EmulatorRefused = new("emulator-refused", "Emulator refused the command", 502);
    public static readonly ProblemType ClipFailed = new("clip-failed", "Clip failed", 502);
    public static readonly ProblemType ScriptError = new("script-error", "Script error", 502);
    public static readonly ProblemType ProtocolError = new("protocol-error", "Protocol error", 502);
    public static readonly ProblemType EmulatorFailed = new("emulator-failed", "Emulator failed", 503);
    public static readonly ProblemType TooManyEmulators = new("too-many-emulators", "Too many emulators", 503);
    public static readonly ProblemType FleetFull = new("fleet-full", "Fleet full", 503);
    public static readonly ProblemType HostDraining = new("host-draining", "Host draining", 503);
    public static readonly ProblemType FleetUnavailable = new("fleet-unavailable", "Fleet unavailable", 503);
    public static readonly ProblemType NoEmulator = new("no-emulator", "No emulator", 503);
    public static readonly ProblemType NoGame = new("no-game", "No game", 503);
    public static readonly ProblemType Paused = new("paused", "Paused", 503);
    public static readonly ProblemType Stuck = new("stuck", "Stuck", 503);
    public static readonly ProblemType Crashed = new("crashed", "Game crashed", 503);
    public static readonly ProblemType ScriptOutdated = new("script-outdated", "Script outdated", 503);
    public static readonly ProblemType WrongSecret = new("wrong-secret", "Wrong secret", 503);
    public static readonly ProblemType ForeignScript = new("foreign-script", "Foreign script", 503);
    public static readonly ProblemType Overloaded = new("overloaded", "Overloaded", 503);
    public static readonly ProblemType Stopping = new("stopping", "Bridge is stopping", 503);
    public static readonly ProblemType NotApplied = new("not-applied", "Not applied", 503);
    public static readonly ProblemType OutcomeUnknown = new("outcome-unknown", "Outcome unknown", 504);
    public static readonly ProblemType TimedOut = new("timed-out", "Timed out", 504);

    /// <summary>Gets all problem types, for the documentation and the tests.</summary>
    public static IReadOnlyList<ProblemType> All { get; } =
    [
        MissingParameter, InvalidParameter, UnknownParameter, InvalidBody,
        UnknownButton, OutOfRange, UnknownDomain, UnknownSymbol, ReadOnlyMemory, BadRequest,
        MissingToken, WrongToken, NarrowToken, WrongTicket,
        ForeignOrigin, ForeignUser, ForeignBridge, NotFound, UnknownEmulator, UnknownSearch, UnknownSequence,
        UnknownType, UnknownBreakpoint, UnknownCheat, UnknownWatch, UnknownState, UnknownNote, UnknownMovie, UnknownClip, UnknownVector,
        UnknownTicket, UnknownRom, MethodNotAllowed, Conflict,
        Held, NotHeld, Cancelled, Interrupted, TooManyStates, TooManyMovies, TooManyClips, TooManyWatches, TooManyNotes, EmulatorLost,
        TooLarge, TooLong, UnsupportedMediaType, ForeignHost,
        RefusedState, RefusedMovie, InternalError, StorageFailed, StorageFull, Unsupported, EmulatorRefused, ClipFailed, ScriptError,
        ProtocolError, EmulatorFailed, TooManyEmulators,
        FleetFull, HostDraining, FleetUnavailable, NoEmulator, NoGame, Paused, Stuck, Crashed, ScriptOutdated, WrongSecret,
        ForeignScript, Overloaded, NotApplied, OutcomeUnknown, TimedOut, TooSlow, TooManyFiles, TooManyRequests, Stopping,
    ];

    /// <summary>Returns the problem of an emulator's failure. Only this method turns failures into HTTP statuses.</summary>
    public static ProblemType Of(EmulatorFailure failure) => failure switch
    {
        EmulatorFailure.NoEmulator => NoEmulator,
        EmulatorFailure.NoGame => NoGame,
        EmulatorFailure.Paused => Paused,
        EmulatorFailure.Stuck => Stuck,
        EmulatorFailure.Crashed => Crashed,
        EmulatorFailure.ScriptOutdated => ScriptOutdated,
        EmulatorFailure.WrongSecret => WrongSecret,
        EmulatorFailure.ForeignScript => ForeignScript,
        EmulatorFailure.Overloaded => Overloaded,
        EmulatorFailure.NotApplied => NotApplied,
        EmulatorFailure.OutcomeUnknown => OutcomeUnknown,
        EmulatorFailure.TimedOut => TimedOut,
        EmulatorFailure.BadRequest => BadRequest,
        EmulatorFailure.OutOfRange => OutOfRange,
        EmulatorFailure.UnknownDomain => UnknownDomain,
        EmulatorFailure.ReadOnlyMemory => ReadOnlyMemory,
        EmulatorFailure.Conflict => Conflict,
        EmulatorFailure.UnknownSequence => UnknownSequence,
        EmulatorFailure.Held => Held,
        EmulatorFailure.NotHeld => NotHeld,
        EmulatorFailure.Cancelled => Cancelled,
        EmulatorFailure.Interrupted => Interrupted,
        EmulatorFailure.RefusedState => RefusedState,
        EmulatorFailure.Unsupported => Unsupported,
        EmulatorFailure.EmulatorRefused => EmulatorRefused,
        EmulatorFailure.ScriptError => ScriptError,
        EmulatorFailure.ProtocolError => ProtocolError,
        EmulatorFailure.Stopping => Stopping,
        _ => InternalError,
    };

    /// <summary>Returns the problem of an emulator's state; null while it runs.</summary>
    public static ProblemType? Of(EmulatorState state) => state switch
    {
        EmulatorState.Running or EmulatorState.Held or EmulatorState.Stopped => null,
        EmulatorState.NoGame => NoGame,
        EmulatorState.Paused => Paused,
        EmulatorState.Stuck => Stuck,
        EmulatorState.Crashed => Crashed,
        EmulatorState.ScriptOutdated => ScriptOutdated,
        EmulatorState.WrongSecret => WrongSecret,
        EmulatorState.ForeignScript => ForeignScript,
        _ => NoEmulator,
    };
}
