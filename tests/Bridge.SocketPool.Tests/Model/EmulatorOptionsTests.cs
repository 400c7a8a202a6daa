using Microsoft.Extensions.Logging.Abstractions;

namespace Bridge.SocketPool.Tests.Model;

/// <summary>Options that a client refuses.</summary>
public sealed class EmulatorOptionsTests
{
    private static readonly (string Name, Action<EmulatorOptions, int> Set, int Min, int Max)[] Ranges =
    [
        ("Port", (options, value) => options.Port = value, 1, 65535),
        ("ScriptPort", (options, value) => options.ScriptPort = value, 1, 65535),
        ("Connections", (options, value) => options.Connections = value, 1, 8),
        ("InFlight", (options, value) => options.InFlight = value, 1, 1024),
        ("SendQueueBytes", (options, value) => options.SendQueueBytes = value, 4 * 1024 * 1024, 64 * 1024 * 1024),
        ("Retries", (options, value) => options.Retries = value, 0, 10),
        ("Deadline", (options, value) => options.Deadline = TimeSpan.FromMilliseconds(value), 50, 60_000),
        ("ConnectTimeout", (options, value) => options.ConnectTimeout = TimeSpan.FromMilliseconds(value), 50, 30_000),
        ("PausedAfter", (options, value) => options.PausedAfter = TimeSpan.FromMilliseconds(value), 100, 30_000),
        ("PingInterval", (options, value) => options.PingInterval = TimeSpan.FromMilliseconds(value), 20, 10_000),
        ("Host", (options, value) => options.Host = new string('h', value), 1, 253),
        ("Secret", (options, value) => options.Secret = new string('s', value), 0, 128),
    ];

    public static TheoryData<string> Names => [.. Ranges.Select(range => range.Name)];

    [Theory]
    [MemberData(nameof(Names))]
    public async Task Each_value_is_taken_at_its_limits_and_refused_beyond_with_a_sentence_that_names_it(string name)
    {
        var (_, set, min, max) = Ranges.Single(range => range.Name == name);
        await MakeAsync(options => set(options, min));
        await MakeAsync(options => set(options, max));
        await RefusesAsync(name, options => set(options, max + 1));
        if (min > 0 || name == "Retries")
            await RefusesAsync(name, options => set(options, min - 1));
    }

    // A secret has at most 256 bytes in UTF-8.
    [Fact]
    public async Task A_secret_that_the_script_can_not_have_is_refused()
    {
        await MakeAsync(options => options.Secret = new string('\u00E9', 128));
        await RefusesAsync("Secret", options => options.Secret = new string('\u3042', 86));
    }

    // Its address would be too long, or the name of no socket.
    [Fact]
    public async Task A_socket_that_can_not_be_connected_to_is_refused()
    {
        var folder = OperatingSystem.IsLinux() ? "/" + new string('f', 300) : Path.GetTempPath().TrimEnd('/');
        await MakeAsync(options => options.SocketPath = $"{folder}/{(OperatingSystem.IsLinux() ? new string('s', 64) : "s")}");
        foreach (var path in (string[])["socket", "", $"{folder}/", $"{folder}/{new string('s', 65)}", $"{folder}/a\0b"])
            await RefusesAsync("SocketPath", options => options.SocketPath = path);
    }

    [Fact]
    public async Task A_folder_that_a_line_of_the_key_file_can_not_hold_is_refused()
    {
        await MakeAsync(options => options.Folders = [Path.GetTempPath()]);
        await RefusesAsync("Folders", options => options.Folders = ["roms"]);
        await RefusesAsync("Folders", options => options.Folders = [Path.GetTempPath() + "a\nb"]);
    }

    [Theory]
    [InlineData("a", true)]
    [InlineData("7", true)]
    [InlineData("left-1", true)]
    [InlineData("abcdefghijklmnopqrstuvwxyz012345", true)]
    [InlineData("abcdefghijklmnopqrstuvwxyz0123456", false)]
    [InlineData("", false)]
    [InlineData(null, false)]
    [InlineData("-a", false)]
    [InlineData("A", false)]
    [InlineData("a b", false)]
    [InlineData("a\n", false)]
    public async Task An_invalid_name_creates_no_client(string? name, bool isName)
    {
        Assert.Equal(isName, EmulatorClient.IsName(name));
        if (isName)
            await new EmulatorClient(name!, new EmulatorOptions { Port = 1 }, TimeProvider.System, NullLogger.Instance).DisposeAsync();
        else
            Assert.Throws<ArgumentException>(nameof(name),
                () => new EmulatorClient(name!, new EmulatorOptions { Port = 1 }, TimeProvider.System, NullLogger.Instance));
    }

    [Fact]
    public void Only_its_owner_can_end_a_shared_client() => Assert.Equal(
        ["ActReply", "BatchReply", "EmulatorClient", "EmulatorReply"],
        typeof(EmulatorClient).Assembly.GetExportedTypes()
            .Where(type => type.IsAssignableTo(typeof(IDisposable)) || type.IsAssignableTo(typeof(IAsyncDisposable)))
            .Select(type => type.Name).Order());

    private static async Task RefusesAsync(string name, Action<EmulatorOptions> set) =>
        Assert.StartsWith($"{name} ",
            (await Assert.ThrowsAsync<ArgumentException>("options", () => MakeAsync(set))).Message, StringComparison.Ordinal);

    private static async Task MakeAsync(Action<EmulatorOptions> set)
    {
        // Nothing listens at this port.
        var options = new EmulatorOptions { Port = 1 };
        set(options);
        await using var client = new EmulatorClient("default", options, TimeProvider.System, NullLogger.Instance);
    }
}
