namespace Bridge.LoadBench.Weight;

/// <summary>Connects 16,000 clients that each send one request, stay a while and leave.</summary>
internal static class ShortLivedClients
{
    // The bridge accepts 10,000 connections, so the clients come in two groups.
    private const int Groups = 2;
    private const int ClientsPerGroup = 8_000;
    private const int ConnectedAtOnce = 250;

    public static async Task ComeAndGoAsync(string address)
    {
        for (var i = 0; i < Groups; i++)
        {
            using var group = new ListenerGroup(address, []);
            while (group.Count < ClientsPerGroup)
            {
                group.AddRange(Enumerable.Range(0, ConnectedAtOnce)
                    .Select(_ => new Listener(new Uri(address), "/mgbaendpoint?message=hello-world1")));
                await group.WaitUntilHeardAsync();
            }
        }

        // The bridge needs time to notice that they have left.
        await Clock.WaitAsync(2);
    }
}
