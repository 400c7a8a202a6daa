namespace Bridge.LoadBench.Weight;

/// <summary>Connects 16,000 clients that each send one request, stay a while and leave.</summary>
internal static class ShortLivedClients
{
    // The bridge accepts 10,000 connections, so the clients come in two groups.
    private const int Crowds = 2;
    private const int InEach = 8_000;
    private const int AtOnce = 250;

    public static async Task ComeAndGoAsync(string address)
    {
        for (var i = 0; i < Crowds; i++)
        {
            using var crowd = new ListenerGroup(address, []);
            while (crowd.Count < InEach)
            {
                crowd.AddRange(Enumerable.Range(0, AtOnce)
                    .Select(_ => new Listener(new Uri(address), "/mgbaendpoint?message=hello-world1")));
                await crowd.WaitUntilHeardAsync();
            }
        }

        // The bridge needs time to notice that they have left.
        await Clock.WaitAsync(2);
    }
}
