namespace Bridge.Simulation.Tests.Fleet;

/// <summary>Carries calls between hosts and etcd, unless their connection is cut.</summary>
internal sealed class ModelNetwork(FleetLoop loop)
{
    public const string Etcd = "etcd";

    private readonly HashSet<(string, string)> _cuts = [];

    public void Cut(string one, string other) => _cuts.Add(Pair(one, other));

    public void Heal(string one, string other) => _cuts.Remove(Pair(one, other));

    public void HealAll() => _cuts.Clear();

    /// <summary>Calls the other side, whose work may be done although the answer is lost.</summary>
    /// <returns>Null if there is no answer.</returns>
    public async Task<T?> CallAsync<T>(string from, string to, Func<Task<T?>> work) where T : class
    {
        await loop.DelayAsync(loop.Draw(0.0005, 0.02));
        if (_cuts.Contains(Pair(from, to)))
        {
            await loop.DelayAsync(TimeSpan.FromSeconds(1));
            return null;
        }

        var answer = await work();
        await loop.DelayAsync(loop.Draw(0.0005, 0.02));
        if (!_cuts.Contains(Pair(from, to)))
            return answer;
        await loop.DelayAsync(TimeSpan.FromSeconds(1));
        return null;
    }

    private static (string, string) Pair(string one, string other) =>
        string.CompareOrdinal(one, other) < 0 ? (one, other) : (other, one);
}
