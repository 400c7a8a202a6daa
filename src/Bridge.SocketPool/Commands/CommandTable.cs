using System.Buffers;
using System.Collections.Frozen;
using System.Text;
using Bridge.SocketPool.Framing;
using Bridge.SocketPool.Model;
using static Bridge.SocketPool.Commands.CommandRouting;
using static Bridge.SocketPool.Model.ReplayCategory;

namespace Bridge.SocketPool.Commands;

/// <summary>
/// Lists all commands of the protocol (docs/protocol/commands.md), with everything the bridge knows about each. The typed commands, the
/// routing between connections and the raw listener use it, and tests compare it with the script.
/// </summary>
public static class CommandTable
{
    private const int MaxSequenceLineBytes = 32; // A mask, a space, frames and a line feed take at most 11 without leading zeros.

    // Only the bridge itself sends these.
    internal static readonly CommandDescriptor Hello = new("hello", ReadOnly, CommandScope.Session);
    internal static readonly CommandDescriptor Authenticate = new("authenticate", ReadOnly, CommandScope.Session);
    internal static readonly CommandDescriptor Ping = new("ping", ReadOnly, CommandScope.Session);
    internal static readonly CommandDescriptor Tick = new("tick", ReadOnly, CommandScope.Session);
    internal static readonly CommandDescriptor Cancel = new("cancel", ReadOnly, CommandScope.Session);

    internal static readonly CommandDescriptor Echo = Raw("echo", ReadOnly, CommandScope.Read, Quick, WireLimits.MemoryRangeBytes);
    internal static readonly CommandDescriptor Info = Raw("info", ReadOnly, CommandScope.Read);
    internal static readonly CommandDescriptor WriteLog = Raw("log", NotReplayable, CommandScope.Write, Slow, WireLimits.LogBytes);

    internal static readonly CommandDescriptor Expire = new("expire", LastWriteWins, CommandScope.Admin) { Routing = Quick };

    internal static readonly CommandDescriptor MemoryDomains = Raw("memory.domains", ReadOnly, CommandScope.Read);
    internal static readonly CommandDescriptor MemoryGet = Raw("memory.get", ReadOnly, CommandScope.Read, Quick);
    internal static readonly CommandDescriptor MemorySet = Raw("memory.set", LastWriteWins, CommandScope.Write, Quick);

    internal static readonly CommandDescriptor MemoryRead =
        new("memory.read", ReadOnly, CommandScope.Read) { IsForRawClients = true, LengthArgument = 1 };

    internal static readonly CommandDescriptor MemorySpan = new("memory.span", ReadOnly, CommandScope.Read) { LengthArgument = 1 };

    internal static readonly CommandDescriptor MemoryWrite =
        Raw("memory.write", LastWriteWins, CommandScope.Write, Slow, WireLimits.MemoryRangeBytes);

    // Only inside a batch.
    internal static readonly CommandDescriptor MemoryGuard = Raw("memory.guard", ReadOnly, CommandScope.Read);

    internal static readonly CommandDescriptor ButtonsGet = Raw("buttons.get", ReadOnly, CommandScope.Read, Quick);
    internal static readonly CommandDescriptor ButtonsSet = Raw("buttons.set", LastWriteWins, CommandScope.Input, Quick);
    internal static readonly CommandDescriptor ButtonsLease = Raw("buttons.lease", LastWriteWins, CommandScope.Input, Quick);
    internal static readonly CommandDescriptor ButtonsAdd = Raw("buttons.add", LastWriteWins, CommandScope.Input, Quick);
    internal static readonly CommandDescriptor ButtonsRemove = Raw("buttons.remove", LastWriteWins, CommandScope.Input, Quick);
    internal static readonly CommandDescriptor ButtonsClear = Raw("buttons.clear", LastWriteWins, CommandScope.Input, Quick);
    internal static readonly CommandDescriptor ButtonsStatus = Raw("buttons.status", ReadOnly, CommandScope.Read, Quick);
    internal static readonly CommandDescriptor ButtonsCancel = Raw("buttons.cancel", LastWriteWins, CommandScope.Input, Quick);

    internal static readonly CommandDescriptor ButtonsPress =
        new("buttons.press", NotReplayable, CommandScope.Input) { IsForRawClients = true, Frames = CommandFrames.OfPress };

    internal static readonly CommandDescriptor ButtonsSequence = new("buttons.sequence", NotReplayable, CommandScope.Input)
    {
        IsForRawClients = true, MaxPayload = WireLimits.SequenceLines * MaxSequenceLineBytes, Frames = CommandFrames.OfSequence,
    };

    internal static readonly CommandDescriptor FramesWait = Wait("frames.wait", argument: 0);
    internal static readonly CommandDescriptor MemoryWait = Wait("memory.wait", argument: 4);
    internal static readonly CommandDescriptor ScreenWait = Wait("screen.wait", argument: 0);
    internal static readonly CommandDescriptor UntilWait = Wait("until.wait", argument: 1, WireLimits.UntilBytes);

    internal static readonly CommandDescriptor Act = new("act", NotReplayable, CommandScope.Input)
    {
        MaxPayload = WireLimits.PayloadBytes, TakesMessages = true, HasLargeReply = true,
    };

    internal static readonly CommandDescriptor FramesHold =
        new("frames.hold", NotReplayable, CommandScope.Input) { IsForRawClients = true, Routing = Quick, Effect = CommandEffect.Holds };

    internal static readonly CommandDescriptor FramesStep = new("frames.step", NotReplayable, CommandScope.Input)
    {
        IsForRawClients = true, Routing = Quick, MaxPayload = WireLimits.PayloadBytes, TakesMessages = true,
        Frames = CommandFrames.OfArgument(0, WireLimits.StepFrames),
    };

    internal static readonly CommandDescriptor FramesRelease = new("frames.release", LastWriteWins, CommandScope.Input)
    {
        IsForRawClients = true, Routing = Quick, Effect = CommandEffect.Releases,
    };

    internal static readonly CommandDescriptor FramesStatus =
        new("frames.status", ReadOnly, CommandScope.Read) { IsForRawClients = true, Routing = Quick, Effect = CommandEffect.TellsHold };

    internal static readonly CommandDescriptor RegisterGet = Raw("register.get", ReadOnly, CommandScope.Read);
    internal static readonly CommandDescriptor RegisterSet = Raw("register.set", LastWriteWins, CommandScope.Write);
    internal static readonly CommandDescriptor Registers = Raw("registers", ReadOnly, CommandScope.Read);

    internal static readonly CommandDescriptor ScreenPng =
        new("screen.png", ReadOnly, CommandScope.Read) { IsForRawClients = true, HasLargeReply = true, IsHeavy = true };

    internal static readonly CommandDescriptor ScreenRaw =
        new("screen.raw", ReadOnly, CommandScope.Read) { IsForRawClients = true, HasLargeReply = true, IsHeavy = true };

    internal static readonly CommandDescriptor ScreenShown =
        new("screen.shown", ReadOnly, CommandScope.Read) { IsForRawClients = true, HasLargeReply = true, IsHeavy = true };

    internal static readonly CommandDescriptor Batch = new("batch", ReadOnly, CommandScope.Read)
    {
        IsForRawClients = true, MaxPayload = WireLimits.PayloadBytes, TakesMessages = true, HasLargeReply = true,
    };

    internal static readonly CommandDescriptor Reset =
        new("reset", NotReplayable, CommandScope.Admin) { IsForRawClients = true, Effect = CommandEffect.Loads };

    internal static readonly CommandDescriptor CoreStep = Raw("core.step", NotReplayable, CommandScope.Write);

    internal static readonly CommandDescriptor StateSave =
        new("state.save", ReadOnly, CommandScope.States) { IsForRawClients = true, HasLargeReply = true, IsHeavy = true };

    internal static readonly CommandDescriptor StateLoad = new("state.load", LastWriteWins, CommandScope.States)
    {
        IsForRawClients = true, MaxPayload = WireLimits.PayloadBytes, IsHeavy = true, Effect = CommandEffect.Loads,
    };

    internal static readonly CommandDescriptor SlotSave =
        new("slot.save", LastWriteWins, CommandScope.States) { IsForRawClients = true, IsHeavy = true };

    internal static readonly CommandDescriptor SlotLoad =
        new("slot.load", LastWriteWins, CommandScope.States) { IsForRawClients = true, IsHeavy = true, Effect = CommandEffect.Loads };

    internal static readonly CommandDescriptor History = Raw("history", ReadOnly, CommandScope.Read);
    internal static readonly CommandDescriptor HistoryMark = Raw("history.mark", NotReplayable, CommandScope.States);
    internal static readonly CommandDescriptor HistoryState = Raw("history.state", NotReplayable, CommandScope.States);

    internal static readonly CommandDescriptor HistoryRewind =
        new("history.rewind", NotReplayable, CommandScope.States) { IsForRawClients = true, Effect = CommandEffect.Loads };

    internal static readonly CommandDescriptor Message =
        Raw("message.show", NotReplayable, CommandScope.Write, Slow, WireLimits.MessageBytes);
    internal static readonly CommandDescriptor Note = Raw("note", NotReplayable, CommandScope.Write, Slow, WireLimits.NoteBytes);
    internal static readonly CommandDescriptor Notes =
        new("notes", ReadOnly, CommandScope.Read) { IsForRawClients = true, HasLargeReply = true };

    // Repeated, it writes another movie in place of the one before.
    internal static readonly CommandDescriptor MovieWrite =
        new("movie.write", LastWriteWins, CommandScope.States) { IsForRawClients = true, IsHeavy = true };

    internal static readonly CommandDescriptor MovieRead =
        new("movie.read", ReadOnly, CommandScope.States) { IsForRawClients = true, HasLargeReply = true };

    // Repeated, the piece is no longer the next one.
    internal static readonly CommandDescriptor MovieSend =
        Raw("movie.send", NotReplayable, CommandScope.States, Slow, WireLimits.MoviePieceBytes);

    internal static readonly CommandDescriptor MoviePlay = new("movie.play", NotReplayable, CommandScope.States)
    {
        IsForRawClients = true, Frames = CommandFrames.OfArgument(0, WireLimits.MovieFrames), Effect = CommandEffect.Loads,
    };

    internal static readonly CommandDescriptor RomLoad =
        new("rom.load", NotReplayable, CommandScope.Admin) { Effect = CommandEffect.Loads };
    internal static readonly CommandDescriptor SaveLoad = new("save.load", LastWriteWins, CommandScope.Admin);
    internal static readonly CommandDescriptor SaveAutoload = new("save.autoload", LastWriteWins, CommandScope.Admin);

    internal static readonly CommandDescriptor EventsSubscribe = new("events.subscribe", LastWriteWins, CommandScope.Read);
    internal static readonly CommandDescriptor WatchSet = new("watch.set", LastWriteWins, CommandScope.Read);
    internal static readonly CommandDescriptor WatchAchievement =
        new("watch.achievement", LastWriteWins, CommandScope.Read) { MaxPayload = WireLimits.AchievementBytes };

    internal static readonly CommandDescriptor WatchClear = new("watch.clear", LastWriteWins, CommandScope.Read);

    internal static readonly CommandDescriptor SpeedGet = Raw("speed.get", ReadOnly, CommandScope.Read);

    internal static readonly CommandDescriptor SpeedSet =
        new("speed.set", LastWriteWins, CommandScope.Admin) { IsForRawClients = true, Effect = CommandEffect.ChangesSpeed };

    internal static readonly CommandDescriptor SoundRead =
        new("sound.read", ReadOnly, CommandScope.Read) { IsForRawClients = true, HasLargeReply = true };

    internal static readonly CommandDescriptor SoundVolume = Raw("sound.volume", LastWriteWins, CommandScope.Write);
    internal static readonly CommandDescriptor SensorsStatus = Raw("sensors.status", ReadOnly, CommandScope.Read, Quick);
    internal static readonly CommandDescriptor SensorsSet = Raw("sensors.set", LastWriteWins, CommandScope.Input, Quick);

    internal static readonly CommandDescriptor CheatsList = Raw("cheats.list", ReadOnly, CommandScope.Read);
    internal static readonly CommandDescriptor CheatsSet =
        Raw("cheats.set", LastWriteWins, CommandScope.Write, Slow, WireLimits.CheatsBytes);
    internal static readonly CommandDescriptor CheatsPut =
        Raw("cheats.put", LastWriteWins, CommandScope.Write, Slow, WireLimits.CheatsBytes);
    internal static readonly CommandDescriptor CheatsSwitch = Raw("cheats.switch", LastWriteWins, CommandScope.Write);
    internal static readonly CommandDescriptor CheatsRemove = Raw("cheats.remove", LastWriteWins, CommandScope.Write);

    private static readonly CommandDescriptor[] Commands =
    [
        Hello, Authenticate, Ping, Tick, Cancel, Echo, Info, WriteLog, Expire,
        MemoryDomains, MemoryGet, MemorySet, MemoryRead, MemorySpan, MemoryWrite, MemoryGuard,
        ButtonsGet, ButtonsSet, ButtonsLease, ButtonsAdd, ButtonsRemove, ButtonsClear, ButtonsStatus, ButtonsCancel,
        ButtonsPress, ButtonsSequence,
        FramesWait, MemoryWait, ScreenWait, UntilWait, Act, FramesHold, FramesStep, FramesRelease, FramesStatus,
        RegisterGet, RegisterSet, Registers,
        ScreenPng, ScreenRaw, ScreenShown, Message, Batch, Reset, CoreStep, StateSave, StateLoad, SlotSave, SlotLoad,
        History, HistoryMark, HistoryState, HistoryRewind, MovieWrite, MovieRead, MovieSend, MoviePlay, Note, Notes,
        RomLoad, SaveLoad, SaveAutoload, EventsSubscribe, WatchSet, WatchAchievement, WatchClear, SpeedGet, SpeedSet,
        SoundRead, SoundVolume, SensorsStatus, SensorsSet, .. DebuggerCommandTable.All,
        CheatsList, CheatsSet, CheatsPut, CheatsSwitch, CheatsRemove,
    ];

    private static readonly FrozenDictionary<string, CommandDescriptor> ByName = Commands.ToFrozenDictionary(command => command.Name);

    /// <summary>Gets all commands.</summary>
    public static IReadOnlyCollection<CommandDescriptor> All => Commands;

    /// <summary>Finds a command by its word on the wire; returns null if there is none.</summary>
    public static CommandDescriptor? Find(ReadOnlySpan<byte> word)
    {
        Span<char> name = stackalloc char[WireLimits.WordBytes];
        return word.Length <= name.Length ? Find(name[..Encoding.ASCII.GetChars(word, name)]) : null;
    }

    /// <summary>Finds a command by its name; returns null if there is none.</summary>
    public static CommandDescriptor? Find(ReadOnlySpan<char> name) =>
        ByName.GetAlternateLookup<ReadOnlySpan<char>>().TryGetValue(name, out var command) ? command : null;

    /// <summary>Reads the messages in a raw client's payload.</summary>
    /// <param name="payload">Messages in the wire format, one after the other.</param>
    /// <param name="onCommand">Called with the command of each message.</param>
    /// <returns>Null, or a sentence that says what is wrong.</returns>
    public static string? ReadMessages(ReadOnlySpan<byte> payload, Action<CommandDescriptor> onCommand)
    {
        for (int at = 0, size = 0; !payload.IsEmpty; at += size, payload = payload[size..])
        {
            if (MessageHeader.TryRead(payload, out var header, out _) != OperationStatus.Done || header.MessageLength > payload.Length
                || !payload[..header.MessageLength].EndsWith(WireLimits.Terminator))
                return $"payload must be a series of messages; the message at byte {at} is incomplete.";
            if (Find(header.Word) is not { IsForRawClients: true } command)
                return $"payload must not have the command {Encoding.ASCII.GetString(header.Word)}; got it at byte {at}.";
            onCommand(command);
            size = header.MessageLength;
        }

        return null;
    }

    // A command that raw clients may send, with nothing else to say about it.
    private static CommandDescriptor Raw(
        string name, ReplayCategory category, CommandScope scope, CommandRouting routing = Slow, int maxPayload = 0) =>
        new(name, category, scope) { IsForRawClients = true, Routing = routing, MaxPayload = maxPayload };

    // The argument is the index of the max frames.
    private static CommandDescriptor Wait(string name, int argument, int maxPayload = 0) => new(name, ReadOnly, CommandScope.Read)
    {
        IsForRawClients = true, MaxPayload = maxPayload, Frames = CommandFrames.OfArgument(argument, WireLimits.WaitFrames),
    };
}
