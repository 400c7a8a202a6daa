using Bridge.Testing;

namespace Bridge.LoadBench;

/// <summary>
/// A minimal ASP.NET program in a process of its own, so that the bridge's process-wide settings don't affect it.
/// </summary>
internal sealed class BareHost : IDisposable
{
    /// <summary>The folder of the one that was published like the packages.</summary>
    public const string Native = "bare-native";

    private static readonly HttpClient Http = new() { Timeout = TimeSpan.FromSeconds(5) };

    private BareHost(string name, string program)
    {
        Address = $"http://127.0.0.1:{FreePort.Take()}";
        var native = RepositoryRoot.Combine("artifacts", "bench", program, "Bridge.LoadBench.Bare");
        string[] command = program == Native ? [native] : ["dotnet", $"{native}.dll"];
        Child = new Child(name, command[0], [.. command[1..], "--Urls", Address]);
    }

    public string Address { get; }

    public Child Child { get; }

    /// <param name="name">The name of its log.</param>
    /// <param name="program">The folder in artifacts/bench that it was published into.</param>
    public static async Task<BareHost> StartAsync(string name, string program = "bare")
    {
        var host = new BareHost(name, program);
        await Clock.UntilAsync("the bare host answers", async () =>
        {
            try
            {
                using var response = await Http.GetAsync($"{host.Address}/health/ready");
                return response.IsSuccessStatusCode;
            }
            catch (HttpRequestException)
            {
                return false;
            }
        });
        return host;
    }

    public void Dispose() => Child.Dispose();
}
