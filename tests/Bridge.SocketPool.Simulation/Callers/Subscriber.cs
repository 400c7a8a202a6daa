using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Events;

namespace Bridge.SocketPool.Simulation.Callers;

/// <summary>Subscribes to random topics and watches, and checks at the end that the emulator has the right subscription.</summary>
internal sealed class Subscriber(World world, EmulatorClient client) : IEventListener
{
    private const int Ids = 5;

    private static readonly TimeSpan Between = TimeSpan.FromMilliseconds(300);

    private readonly SortedSet<string> _watches = [];
    private EventTopics _topics;
    private bool _isDone;

    /// <summary>Changes its subscription until it is told to stop.</summary>
    public async Task RunAsync()
    {
        client.Events.Listen(this);
        while (!_isDone)
        {
            await world.Scheduler.DelayAsync(world.Scheduler.DrawTime(Between));
            switch (world.Scheduler.Chance.Next(4))
            {
                case 0:
                    _topics = world.Scheduler.Draw(0.5) ? EventTopics.Frame : EventTopics.Buttons | EventTopics.Reset;
                    await client.Events.SubscribeAsync(_topics, CancellationToken.None);
                    break;
                case 1:
                    if (world.Scheduler.Chance.Next(1, Ids + 1) is var wanted && !_watches.Contains($"{wanted}"))
                        await WatchAsync(wanted);
                    break;
                case 2:
                    if (world.Scheduler.Chance.Next(1, Ids + 1) is var unwanted && !_watches.Contains($"{unwanted}"))
                        await WatchForNothingAsync(unwanted);
                    break;
                default:
                    var id = world.Scheduler.Chance.Next(1, Ids + 1);
                    client.Events.ClearWatch(id);
                    _watches.Remove($"{id}");
                    break;
            }
        }
    }

    public void Stop() => _isDone = true;

    /// <summary>Returns whether one connection of the emulator has exactly the wanted subscription.</summary>
    public bool IsHeard() =>
        world.Emulator.OpenConnections.Any(connection => connection.Topics == NamesOf(_topics) && connection.Watches.SetEquals(_watches));

    public void OnFrame(long frame)
    {
        if (frame > world.Emulator.Frame)
            world.Scheduler.Violate("I1", $"frame {frame} was told in frame {world.Emulator.Frame}");
    }

    public void OnWatchSetAgain(int id, WatchReading reading)
    {
        if (reading.Value is { } value && value != id)
            world.Scheduler.Violate("I1", $"watch {id} was told {value}");
    }

    public void OnButtons(Buttons down, long frame)
    {
    }

    public void OnReset(long before, long frame)
    {
    }

    public void OnWatch(int id, WatchReading reading)
    {
    }

    public void OnAttached()
    {
    }

    public void OnLost(long? count)
    {
    }

    public void OnNewGame()
    {
    }

    public void OnHeartbeat()
    {
    }

    private async Task WatchAsync(int id)
    {
        try
        {
            // The model emulator answers with the watch's id as its value, whatever the place.
            var reading = await client.Events.SetWatchAsync(id, new WatchedPlace(0u, "u8", Length: 1, Domain: null, Interval: 1));
            _watches.Add($"{id}");
            if (reading.Value != id)
                world.Scheduler.Violate("I1", $"watch {id} was told {reading.Value}");
        }
        catch (EmulatorException)
        {
            world.Scheduler.Note($"watch {id} could not be set");
        }
    }

    // A clear comes before the watch, during it, or after it; the watch is always cleared in the end.
    private async Task WatchForNothingAsync(int id)
    {
        world.Scheduler.Queue(() => client.Events.ClearWatch(id));
        await WatchAsync(id);
        client.Events.ClearWatch(id);
        _watches.Remove($"{id}");
    }

    private static string NamesOf(EventTopics topics) => topics switch
    {
        EventTopics.None => "",
        EventTopics.Frame => "frame",
        _ => "buttons,reset",
    };
}
