using Bridge.Api.Composition.Raw;
using Bridge.Api.Features.Branches;
using Bridge.Api.Features.Clips;
using Bridge.Api.Features.Compat;
using Bridge.Api.Features.Doors;
using Bridge.Api.Features.History;
using Bridge.Api.Features.Mcp;
using Bridge.Api.Features.Movies;
using Bridge.Api.Features.Notebook;
using Bridge.Api.Features.OnDemand;
using Bridge.Api.Features.Roms;
using Bridge.Api.Features.States;
using Bridge.Api.Features.Symbols;
using Bridge.Api.Fleet.Snapshot;
using Bridge.Api.Server.Diagnostics;
using Bridge.Api.Server.Hosting;
using Bridge.Api.Server.Inline;
using Bridge.Api.Server.Security;
using Bridge.SocketPool;

namespace Bridge.Api.Composition.Configuration;

/// <summary>The section <c>Bridge</c> of the configuration.</summary>
internal sealed record BridgeOptions
{
    /// <summary>The emulators by name; <c>default</c> is always there.</summary>
    public Dictionary<string, EmulatorOptions> Emulators { get; set; } = [];

    /// <summary>
    /// The ports on this machine where the bridge looks for more scripts, each 1 to 65535. Default 8889 to 8895 where no emulator is
    /// configured, else none.
    /// </summary>
    public IReadOnlyList<int>? DiscoveryPorts { get; set; }

    /// <summary>
    /// The folder of the key files, which hold the secrets of the scripts on this machine that have none configured. Default:
    /// <c>Bridge</c> in the account's local application data.
    /// </summary>
    public string? KeyFolder { get; set; }

    /// <summary>
    /// Names besides localhost, 127.0.0.1 and [::1] under which the bridge may be addressed (HTTP <c>Host</c>), each with the port that
    /// clients name, or without one for any port. Default none.
    /// </summary>
    public IReadOnlyList<string> Hosts { get; set; } = [];

    /// <summary>Web sites besides the bridge's own pages that may use it, like <c>https://example.org</c>. Default none.</summary>
    public IReadOnlyList<string> Origins { get; set; } = [];

    /// <summary>The tokens of clients by name. Default none: the bridge requires no token.</summary>
    public Dictionary<string, TokenOptions> Tokens { get; set; } = [];

    /// <summary>The rate limit of each client. Default none.</summary>
    public RateOptions Rate { get; set; } = new();

    /// <summary>
    /// Allows addresses beyond loopback without a token, and every account of this machine on loopback, because a proxy or firewall
    /// controls access to the port. Default false.
    /// </summary>
    public bool TrustNetwork { get; set; }

    /// <summary>
    /// Max concurrent HTTP connections for each address that the bridge listens on, streams included, 1 to 1,000,000. Default 10,000.
    /// </summary>
    public int Connections { get; set; } = 10_000;

    /// <summary>
    /// Whether quick requests without TLS run on the socket threads (docs/inline-scheduling.md).
    /// Default true on Linux with one or two processors, false elsewhere.
    /// </summary>
    public bool InlineScheduling { get; set; } = Server.Inline.InlineScheduling.IsOnByDefault;

    /// <summary>Max concurrent event streams for each emulator, 1 to 1,000,000. Default 1,024.</summary>
    public int EventStreams { get; set; } = 1024;

    /// <summary>The Unix socket on which the bridge serves HTTP besides its addresses. Default none.</summary>
    public UnixOptions Unix { get; set; } = new();

    /// <summary>The raw listener: messages without HTTP. Default none.</summary>
    public RawSettings Raw { get; set; } = new();

    /// <summary>
    /// The folder in which mGBA-http's routes that take a path may read and write files (docs/mgba-http.md). Default none: they are off.
    /// </summary>
    public string? FileFolder { get; set; }

    /// <summary>
    /// Max files in the file folder and its subfolders, 1 to 1,000,000. A new file beyond it is refused. Default 1,024.
    /// </summary>
    public int FileQuota { get; set; } = 1024;

    /// <summary><c>console</c> for people, <c>json</c> for machines. Default <c>console</c>.</summary>
    public string LogFormat { get; set; } = "console";

    /// <summary>
    /// A request that takes longer than this is logged as slow, 1 ms to 1 h. Default 250 ms. Waits that a client asked for don't count.
    /// </summary>
    public TimeSpan SlowRequest { get; set; } = TimeSpan.FromMilliseconds(250);

    /// <summary>Where meters and traces are sent. Default nowhere.</summary>
    public TelemetryOptions Telemetry { get; set; } = new();

    /// <summary>
    /// How long the bridge still serves all requests after readiness goes off at shutdown, 0 to 60 s, so that a load balancer that polls
    /// readiness stops sending requests. Default 500 ms.
    /// </summary>
    public TimeSpan Drain { get; set; } = ShutdownOptions.DefaultDrain;

    /// <summary>Settings of the tools for language models.</summary>
    public McpOptions Mcp { get; set; } = new();

    /// <summary>Settings of the emulators that clients create.</summary>
    public OnDemandOptions OnDemand { get; set; } = new();

    /// <summary>Settings of the history that created emulators keep of their games.</summary>
    public HistoryOptions History { get; set; } = new();

    /// <summary>Settings of movies.</summary>
    public MovieOptions Movies { get; set; } = new();

    /// <summary>Settings of clips.</summary>
    public ClipOptions Clips { get; set; } = new();

    /// <summary>Settings of symbols.</summary>
    public SymbolOptions Symbols { get; set; } = new();

    /// <summary>Settings of notebooks.</summary>
    public NotebookOptions Notebook { get; set; } = new();

    /// <summary>Other programs' protocols. Default none.</summary>
    public DoorOptions Doors { get; set; } = new();

    /// <summary>Settings of branches.</summary>
    public BranchOptions Branches { get; set; } = new();

    /// <summary>Settings of a fleet of bridges. Default none.</summary>
    public FleetOptions Fleet { get; set; } = new();

    /// <summary>Where named states are kept. Default: <c>Bridge/states</c> below the account's local application data.</summary>
    public string? StateFolder { get; set; }

    /// <summary>
    /// Where the ROMs are that may be loaded by name; mGBA has to see them under the same path. Default none: nothing can be loaded.
    /// </summary>
    public string? RomFolder { get; set; }
}
