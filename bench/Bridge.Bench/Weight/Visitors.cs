namespace Bridge.Bench.Weight;

/// <summary>16,000 clients, each with a connection of its own: they come, ask once, stay a while and go.</summary>
internal static class Visitors
{
    // The bridge lets 10,000 in at once, so they come in two crowds.
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
                await crowd.HeardAsync();
            }
        }

        // The bridge has to notice that they have left.
        await Clock.WaitAsync(2);
    }
}
