namespace MgbaBridge;

/// <summary>What a turn did.</summary>
/// <param name="Frame">The frame at its end.</param>
/// <param name="Frames">The frames that it ran.</param>
/// <param name="Met">Whether the conditions were met; null without any.</param>
/// <param name="Values">What was read at the end.</param>
/// <param name="Png">The picture; null if none was requested.</param>
/// <param name="KeyFrames">The pictures taken during the turn.</param>
/// <param name="PressedAt">The frame in which its steps began; null: none were played.</param>
/// <param name="ReleasedAt">
/// The frame in which the last button of its steps went up, or in which they ended if they have no buttons; null: none were played.
/// </param>
/// <param name="Held">The conditions that held.</param>
/// <param name="Steps">What was seen where each step ended, if that was requested.</param>
public sealed record TurnResult(
    long Frame, long Frames, bool? Met, Readings Values, ReadOnlyMemory<byte>? Png, IReadOnlyList<KeyFrame> KeyFrames,
    long? PressedAt, long? ReleasedAt, IReadOnlyList<ConditionHeld> Held, IReadOnlyList<StepSeen> Steps);

/// <summary>What a turn saw where a step ended.</summary>
/// <param name="Step">The index of the step.</param>
/// <param name="Values">What was read, and the frame.</param>
/// <param name="Png">The picture; null if none was requested.</param>
public sealed record StepSeen(int Step, Readings Values, ReadOnlyMemory<byte>? Png);

/// <summary>A picture taken during a turn.</summary>
/// <param name="Frame">The frame that drew it.</param>
/// <param name="Png">The PNG.</param>
public sealed record KeyFrame(long Frame, ReadOnlyMemory<byte> Png);

/// <summary>A finished press or sequence.</summary>
/// <param name="Id">Its id.</param>
/// <param name="PressedAt">The frame in which it began.</param>
/// <param name="ReleasedAt">The frame in which its last button went up, or in which it ended if it has no buttons.</param>
/// <param name="Frame">The frame of the response.</param>
public sealed record Pressed(long Id, long PressedAt, long ReleasedAt, long Frame);

/// <summary>The buttons of an emulator.</summary>
/// <param name="Down">The buttons that the game sees.</param>
/// <param name="Held">The buttons that clients hold.</param>
/// <param name="Queued">The number of queued presses.</param>
/// <param name="Frame">The frame.</param>
public sealed record ButtonState(IReadOnlyList<string> Down, IReadOnlyList<string> Held, int Queued, long Frame);

/// <summary>A picture.</summary>
/// <param name="Png">The PNG.</param>
/// <param name="Frame">The frame that drew it.</param>
public sealed record Screen(ReadOnlyMemory<byte> Png, long? Frame);

/// <summary>A URL that needs no token.</summary>
/// <param name="Id">Its id, to revoke it.</param>
/// <param name="For">What it opens.</param>
/// <param name="Url">The URL; in a URL for clips, {id} stands for the id of a clip.</param>
/// <param name="ExpiresAt">When it ends.</param>
public sealed record Ticket(string Id, string For, string Url, DateTimeOffset ExpiresAt);

/// <summary>A wait.</summary>
/// <param name="Frame">The frame at its end.</param>
/// <param name="Frames">The frames that passed.</param>
/// <param name="Met">Whether the conditions were met; null without any.</param>
/// <param name="Value">The value at the end, if the only condition is on a value; null otherwise.</param>
/// <param name="Held">The conditions that held.</param>
public sealed record Waited(long Frame, int Frames, bool? Met, long? Value, IReadOnlyList<ConditionHeld> Held);

/// <summary>A press or sequence.</summary>
/// <param name="Id">Its id.</param>
/// <param name="State">queued, running, done, cancelled or interrupted.</param>
/// <param name="FramesPlayed">The frames that it ran.</param>
/// <param name="Frame">The frame of the response.</param>
public sealed record Progress(long Id, string State, int FramesPlayed, long Frame);

/// <summary>A watch.</summary>
/// <param name="Id">Its id.</param>
/// <param name="Name">Its name.</param>
/// <param name="Value">The number when the watch was set, or the latest one; null for a range.</param>
public sealed record Watch(int Id, string? Name, long? Value);

/// <summary>The watches of an imported list.</summary>
/// <param name="Watches">Its watches, in its order.</param>
/// <param name="Skipped">The lines that can't be watched.</param>
public sealed record ImportedWatches(IReadOnlyList<Watch> Watches, IReadOnlyList<SkippedLine> Skipped);

/// <summary>A line of an imported list that can't be watched.</summary>
/// <param name="Line">Its number, from 1.</param>
/// <param name="Reason">Why, as a sentence.</param>
public sealed record SkippedLine(int Line, string Reason);

/// <summary>The symbols of a game.</summary>
/// <param name="Count">How many it has.</param>
/// <param name="Matches">How many of them match.</param>
/// <param name="Symbols">The first of these, by domain and address.</param>
/// <param name="Nearest">The nearest name at or before the address, like gPlayer+0x10; null: there is none.</param>
/// <param name="Format">The format of their file: rgbds, sym, map or elf; null: there is none.</param>
/// <param name="Skipped">How many symbols of the file were left out.</param>
/// <param name="File">The name of their file in the bridge's folder; null: a client stored them.</param>
/// <param name="Problem">Why that file can't be used, as a sentence.</param>
public sealed record SymbolsFound(int Count, int Matches, IReadOnlyList<Symbol> Symbols, string? Nearest, string? Format, int Skipped,
    string? File, string? Problem);

/// <summary>A name for a place in the game's memory.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Address">Its address on the bus, or its offset in the domain.</param>
/// <param name="Domain">The memory domain of a place in a bank; null: the bus.</param>
/// <param name="Size">Bytes; null: unknown.</param>
public sealed record Symbol(string Name, long Address, string? Domain, long? Size);

/// <summary>A memory domain.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Base">Its address on the bus.</param>
/// <param name="Size">Its size in bytes.</param>
public sealed record MemoryDomain(string Name, long Base, long Size);

/// <summary>A memory search, which <see cref="Emulator.NarrowAsync"/> narrows.</summary>
/// <param name="Id">Its id.</param>
/// <param name="Count">The number of places that remain.</param>
/// <param name="Matches">The first of them.</param>
/// <param name="Frame">The frame.</param>
public sealed record Found(int Id, int Count, IReadOnlyList<Match> Matches, long Frame);

/// <summary>A place that a search found.</summary>
/// <param name="Address">Its address; an offset if the search was in a domain.</param>
/// <param name="Value">The number there.</param>
/// <param name="Previous">The number at the search before; null in the first.</param>
public sealed record Match(long Address, long Value, long? Previous);

/// <summary>An event.</summary>
/// <param name="Id">Its id, from which another stream can continue.</param>
/// <param name="Topic">
/// frame, buttons, reset, game, state, watch, rewound, marked, note, breakpoint, rumble, message or gap.
/// </param>
/// <param name="Data">Its JSON.</param>
/// <param name="Name">The name of the watch; null: it has none, or the topic is another.</param>
/// <param name="Value">The new value of the watch.</param>
/// <param name="WatchId">The id of the watch when the stream began; null for other topics.</param>
public sealed record GameEvent(string Id, string Topic, string Data, string? Name, Reading Value, int? WatchId = null);

/// <summary>The running game.</summary>
/// <param name="Title">Its title.</param>
/// <param name="Code">Its code.</param>
/// <param name="Platform">GBA or GB.</param>
/// <param name="Crc32">Its checksum.</param>
/// <param name="File">Its file, if known.</param>
public sealed record GameDescription(string Title, string Code, string Platform, string Crc32, string? File);

/// <summary>An emulator.</summary>
/// <param name="Name">Its name.</param>
/// <param name="State">running, held, paused, no-game, no-emulator …</param>
/// <param name="Frame">The frame.</param>
/// <param name="FramesPerSecond">The measured speed.</param>
/// <param name="Game">The running game; null if there is none.</param>
public sealed record EmulatorDescription(string Name, string State, long Frame, double FramesPerSecond, GameDescription? Game);
