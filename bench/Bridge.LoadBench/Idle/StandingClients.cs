using System.Net;
using System.Runtime.Versioning;

namespace Bridge.LoadBench.Idle;

/// <summary>Connects clients that send one request and stay connected, and measures how much each adds to the server's process.</summary>
[SupportedOSPlatform("linux")]
internal sealed class StandingClients(IdlePlan plan)
{
    private const string Good = "HTTP/1.1 200 ";

    // The goal for the bridge's idle HTTP clients, relative to a bare host's bytes.
    private const double MaxOfBare = 1.35;

    // The bytes of a client of the bare host, which is measured first.
    private double? _bare;

    public static void Head()
    {
        Console.WriteLine("\n| clients of | bytes a client | of the bare host's | clients | MiB resident | threads |");
        Console.WriteLine("|---|---:|---:|---:|---:|---:|");
    }

    /// <param name="of">The name of the server in the table.</param>
    /// <param name="server">The process that is measured.</param>
    /// <param name="endpoint">The address to connect to.</param>
    /// <param name="request">The request that each client sends once.</param>
    /// <param name="length">The bytes of the response.</param>
    /// <param name="hasGoal">Whether the clients must meet the goal.</param>
    /// <returns>The clients, still connected.</returns>
    public ClientGroup Measure(string of, Child server, EndPoint endpoint, string request, int length, bool hasGoal = false)
    {
        // One-time costs, such as compiled code and pooled buffers, must not count for any client.
        // Enough clients that the bridge runs a garbage collection after they leave.
        using (var first = new ClientGroup(endpoint, Good))
            Connect(first, plan.Clients[1], request, length);
        var clientGroup = new ClientGroup(endpoint, Good);
        clientGroup.Listen(TimeSpan.FromSeconds(plan.SettleSeconds));

        var points = new List<(int, long)>();
        foreach (var count in plan.Clients)
        {
            Connect(clientGroup, count - clientGroup.Count, request, length);
            clientGroup.Listen(TimeSpan.FromSeconds(plan.SettleSeconds));
            points.Add((count, ResidentMemory.BytesOf(server.Id)));
            Console.WriteLine(FormattableString.Invariant(
                $"| {of} | | | {count:#,0} | {points[^1].Item2 / 1048576.0:0.0} | {ResidentMemory.ThreadsOf(server.Id)} |"));
        }

        var each = ResidentMemory.Slope(points);
        var ofBare = each / (_bare ?? each);
        var goal = hasGoal ? FormattableString.Invariant($" (goal ≤ {MaxOfBare}, {(ofBare <= MaxOfBare ? "met" : "missed")})") : "";
        Console.WriteLine(FormattableString.Invariant($"| **{of}** | **{each:#,0}** | {ofBare:0.00}{goal} | | | |"));
        _bare ??= each;
        return clientGroup;
    }

    private static void Connect(ClientGroup clientGroup, int more, string request, int length)
    {
        clientGroup.Add(more);
        clientGroup.Greet(more, request, length).EnsureAll();
    }
}
