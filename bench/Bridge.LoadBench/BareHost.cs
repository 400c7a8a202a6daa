using Bridge.Testing;

namespace Bridge.LoadBench;

/// <summary>
/// A minimal ASP.NET program in a process of its own, so that the bridge's process-wide settings don't affect it.
/// </summary>
internal sealed class BareHost : IDisposable
{
    private static readonly HttpClient Http = new() { Timeout = TimeSpan.FromSeconds(5) };

    private BareHost(string name)
    {
        Address = $"http://127.0.0.1:{FreePort.Take()}";
        Child = new Child(name, "dotnet",
            [RepositoryRoot.Combine("artifacts", "bench", "bare", "Bridge.LoadBench.Bare.dll"), "--Urls", Address]);
    }

    public string Address { get; }

    public Child Child { get; }

    /// <param name="name">The name of its log.</param>
    public static async Task<BareHost> StartAsync(string name)
    {
        var host = new BareHost(name);
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
