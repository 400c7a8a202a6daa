using System.Net;
using System.Runtime.Versioning;

namespace Bridge.Bench.Idle;

/// <summary>Clients come, ask once, and stay: how much larger the server's process is for each of them.</summary>
[SupportedOSPlatform("linux")]
internal sealed class StandingClients(IdlePlan plan)
{
    private const string Good = "HTTP/1.1 200 ";

    // The goal for the bridge's idle HTTP clients, in bytes of a bare host's.
    private const double MaxOfBare = 1.35;

    // The first that was measured.
    private double? _bare;

    public static void Head()
    {
        Console.WriteLine("\n| clients of | bytes a client | of the bare host's | clients | MiB resident | threads |");
        Console.WriteLine("|---|---:|---:|---:|---:|---:|");
    }

    /// <param name="of">Whose clients they are.</param>
    /// <param name="server">The process that is measured.</param>
    /// <param name="endpoint">Where they connect to.</param>
    /// <param name="request">What each asks once.</param>
    /// <param name="length">Bytes of the answer.</param>
    /// <param name="hasGoal">Whether its clients have to stay within the goal.</param>
    /// <returns>The clients, who are still there.</returns>
    public ClientGroup Measure(string of, Child server, EndPoint endpoint, string request, int length, bool hasGoal = false)
    {
        // What is compiled, and kept for reuse, once and for all is no client's.
        // So many that the bridge finds what they leave worth collecting.
        using (var first = new ClientGroup(endpoint, Good))
            Have(first, plan.Clients[1], request, length);
        var multitude = new ClientGroup(endpoint, Good);
        multitude.Listen(TimeSpan.FromSeconds(plan.SettleSeconds));

        var points = new List<(int, long)>();
        foreach (var count in plan.Clients)
        {
            Have(multitude, count - multitude.Count, request, length);
            multitude.Listen(TimeSpan.FromSeconds(plan.SettleSeconds));
            points.Add((count, Resident.BytesOf(server.Id)));
            Console.WriteLine(FormattableString.Invariant(
                $"| {of} | | | {count:#,0} | {points[^1].Item2 / 1048576.0:0.0} | {Resident.ThreadsOf(server.Id)} |"));
        }

        var each = Resident.Slope(points);
        var ofBare = each / (_bare ?? each);
        var goal = hasGoal ? FormattableString.Invariant($" (goal ≤ {MaxOfBare}, {(ofBare <= MaxOfBare ? "met" : "missed")})") : "";
        Console.WriteLine(FormattableString.Invariant($"| **{of}** | **{each:#,0}** | {ofBare:0.00}{goal} | | | |"));
        _bare ??= each;
        return multitude;
    }

    private static void Have(ClientGroup multitude, int more, string request, int length)
    {
        multitude.Come(more);
        multitude.Greet(more, request, length).AreAll();
    }
}
