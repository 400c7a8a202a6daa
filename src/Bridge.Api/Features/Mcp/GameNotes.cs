using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Features.Notebook;
using Bridge.Api.Features.States;
using Bridge.Api.Features.StateTree;
using Bridge.SocketPool.Model;

namespace Bridge.Api.Features.Mcp;

/// <summary>Describes the notebook of a game and its named states for a model, in less than 2 KB.</summary>
internal sealed class GameNotes(Notebooks notebooks, StateTrees trees)
{
    // With what is around them and how many more there are, the parts have at most 2 KB.
    private const int NoteBytes = 900, NameBytes = 600, StateBytes = 400;

    /// <summary>Returns what a model is told: the latest notes, names, and the latest states.</summary>
    /// <exception cref="RequestException">The notebook or the folder of states can't be used.</exception>
    public async Task<NotesSeen> ReadAsync(McpTarget target, CancellationToken cancellationToken)
    {
        var contents = notebooks.Read(await LoadedGame.OfAsync(target.Emulator, cancellationToken));
        var states = await ListStatesAsync(target, cancellationToken);
        return Describe(contents, states, notebooks.IsStored);
    }

    /// <summary>Returns what a model is told of a named state, and its small picture.</summary>
    /// <exception cref="RequestException">There is no such state, or it has no picture.</exception>
    public async Task<(StateSeen Seen, byte[] Png)> ReadStateAsync(McpTarget target, string name, CancellationToken cancellationToken)
    {
        var png = await trees.ReadPictureAsync(target.Emulator, name, cancellationToken);
        var known = (await trees.ListAsync(target.Emulator, isTree: true, cancellationToken)).States;
        var state = known.FirstOrDefault(state => string.Equals(state.Name, name, StringComparison.OrdinalIgnoreCase));
        return (state is null ? new StateSeen(name, Frame: null, Note: null) : Describe(state), png);
    }

    /// <summary>Chooses what fits. Each part can use the room that the others leave.</summary>
    internal static NotesSeen Describe(NotebookContents contents, IReadOnlyList<StateNode> states, bool isStored)
    {
        var notes = new SeenPart<NoteSeen>(
            contents.Notes.Reverse().Select(note => new NoteSeen(note.Id, ForeignText.Clean(note.Text), note.Frame)),
            McpJson.Context.NoteSeen);
        var names = new SeenPart<NameSeen>(
            contents.Names.Select(name => new NameSeen(name.Key, name.Value.Address, name.Value.Type)), McpJson.Context.NameSeen);
        var saved = new SeenPart<StateSeen>(
            states.OrderByDescending(state => state.SavedAt).Select(Describe), McpJson.Context.StateSeen);
        var left = notes.Take(NoteBytes) + names.Take(NameBytes) + saved.Take(StateBytes);
        left = notes.Take(left);
        if (notes.Chosen.Count == 0)
            left = notes.TakeShortened(Shorten, left);
        saved.Take(names.Take(left));
        return new NotesSeen(notes.Chosen, notes.More, names.Chosen, names.More, saved.Chosen, saved.More, isStored ? null : false);
    }

    private static StateSeen Describe(StateNode state) =>
        new(state.Name, state.Frame, state.Note is { } note ? ForeignText.Clean(note) : null);

    private static NoteSeen Shorten(NoteSeen note)
    {
        var length = note.Text.Length / 2;
        return note with { Text = $"{note.Text[..(char.IsHighSurrogate(note.Text[length - 1]) ? length - 1 : length)]}…" };
    }

    private async Task<IReadOnlyList<StateNode>> ListStatesAsync(McpTarget target, CancellationToken cancellationToken)
    {
        if (!target.Allows(Scope.States))
            return [];
        try
        {
            return (await trees.ListAsync(target.Emulator, isTree: true, cancellationToken)).States;
        }
        catch (RequestException refused) when (refused.Type == ProblemTypes.Unsupported)
        {
            return [];
        }
    }

    /// <summary>A list of which a model sees the first elements.</summary>
    private sealed class SeenPart<T>(IEnumerable<T> all, JsonTypeInfo<T> type)
    {
        private readonly T[] _all = [.. all];

        /// <summary>Gets what is seen.</summary>
        public List<T> Chosen { get; } = [];

        /// <summary>Gets how many more there are; null: none.</summary>
        public int? More => _all.Length > Chosen.Count ? _all.Length - Chosen.Count : null;

        /// <summary>Chooses further elements as long as they fit; returns the bytes that are left.</summary>
        public int Take(int bytes)
        {
            while (Chosen.Count < _all.Length && SizeOf(_all[Chosen.Count]) is var size && size <= bytes)
            {
                Chosen.Add(_all[Chosen.Count]);
                bytes -= size;
            }

            return bytes;
        }

        /// <summary>Chooses the first element, shortened until it fits; returns the bytes that are left.</summary>
        public int TakeShortened(Func<T, T> shorten, int bytes)
        {
            if (_all.Length == 0)
                return bytes;
            var first = _all[0];
            while (SizeOf(first) > bytes)
                first = shorten(first);
            Chosen.Add(first);
            return bytes - SizeOf(first);
        }

        // With the comma.
        private int SizeOf(T element) => JsonSerializer.SerializeToUtf8Bytes(element, type).Length + 1;
    }
}
