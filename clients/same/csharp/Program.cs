// The program that every client runs with the same output: Same ADDRESS. The caller kills the emulator during the last press.
using MgbaBridge;

const int counters = 0x02000020, framesRight = 0x02000048, framesB = 0x02000042;
const string name = "same-program";

using var bridge = new BridgeClient(args[0]);
var game = bridge.Emulator();
var read = await game.ReadManyAsync([Place.U16("[0x02000008]+0x10"), Place.U8(0x02000101), Place.Span(0x02000100, 4)]);
Say("read", read.Number(0), read.Number(1), Convert.ToHexStringLower(read.Bytes(2).Span));

var tile = System.Text.Encoding.ASCII.GetString(await game.GetTilesAsync(new TileSheet { Count = 1 }), 1, 3);
Say("video", (await game.GetPalettesAsync()).Background[0][2], (await game.GetSpritesAsync()).Count, tile);

var before = await game.ReadAsync(counters, "u16");
var pressed = await game.PressAsync("A", hold: 3);
Say("press", pressed.ReleasedAt - pressed.PressedAt, await game.ReadAsync(counters, "u16") - before);

await using (var held = await game.HoldAsync(TimeSpan.FromSeconds(60)))
{
    var start = await held.StepAsync(read: [Place.U16(framesRight), Place.U16(framesB)]);
    await game.SaveStateAsync(name);
    var step = await held.StepAsync(4, "Right", [Place.U16(framesRight)]);
    Say("step", step.Frame - start.Frame, step.Number(0) - start.Number(0));
    var turn = await held.ActAsync(new Turn
    {
        Steps = [SequenceStep.Press("B", hold: 2)], Settle = 1, Read = [Place.U16(framesB)], Screen = true,
    });
    var picture = System.Text.Encoding.ASCII.GetString(turn.Png!.Value.Span[1..4]);
    Say("act", turn.Frame - step.Frame == turn.Frames, turn.Values.Number(0) - start.Number(1), picture);
    Say("load", await game.LoadStateAsync(name) == start.Frame, await game.ReadAsync(framesRight, "u16") == start.Number(0));
    await game.DeleteStateAsync(name);
    var marked = await game.MarkAsync(name);
    await held.StepAsync(5);
    var rewound = await game.RewindAsync(RewindTo.Mark(name));
    Say("rewind", rewound.Now == marked, rewound.To - rewound.Now, (await game.GetHistoryAsync()).Marks[^1].Name);
    await game.WriteMovieAsync(name, marked, marked + 5);
    var played = await held.PlayMovieAsync(name, speed: 0);
    var verified = await bridge.VerifyMovieAsync(await game.GetMovieAsync(name));
    Say("movie", played.IsEqual, played.Played == played.Frames, played.Regions.Count, verified.IsEqual);
    await game.DeleteMovieAsync(name);
}

var watch = await game.WatchAsync(Place.U16(counters + 10), "left");
var events = await game.ConnectEventsAsync("watch", [watch]);
await game.PressAsync("Left");
await foreach (var changed in events)
{
    Say("watch", changed.Topic, changed.Name, changed.Value.Number - watch.Value);
    break;
}

await game.DeleteWatchAsync(watch);

Func<Task>[] refused =
[
    () => game.ReadAsync(0x40000, domain: "wram"), () => game.LoadStateAsync(name), () => game.PressAsync("A", hold: 0),
];
foreach (var refuse in refused)
{
    try
    {
        await refuse();
    }
    catch (ProblemException error)
    {
        Say("refused", error.Status, error.Type, error.Parameter, error.SafeToRepeat);
    }
}

await game.SetSpeedAsync(1);
Say("pressing");
try
{
    await game.PressAsync("A", hold: 3600);
}
catch (OutcomeUnknownException error)
{
    Say("unknown", error.Status, error.Type, error.SafeToRepeat);
}

static void Say(params object?[] words) => Console.WriteLine(string.Join(' ', words.Select(word => word ?? "None")));
