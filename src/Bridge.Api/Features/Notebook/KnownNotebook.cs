using Bridge.Api.Contract.Parsing;
using Bridge.Api.Server.Files;

namespace Bridge.Api.Features.Notebook;

/// <summary>What is known of a notebook.</summary>
/// <param name="contents">What it has; empty if the file can't be used.</param>
/// <param name="entry">The file as it was read or written; null: there is none, or it can't be used.</param>
/// <param name="problem">A sentence that says why the file can't be used; null: it can.</param>
/// <param name="at">When it was read or written, by the clock's timestamps.</param>
internal sealed class KnownNotebook(NotebookContents contents, FolderEntry? entry, string? problem, long at)
{
    public NotebookContents Contents => contents;

    public FolderEntry? Entry => entry;

    public string? Problem => problem;

    public long At => at;

    /// <summary>Gets its names as symbols; null: it has none.</summary>
    public NotedNames? Names { get; } = contents.Names.IsEmpty ? null : NamesOf(contents);

    private static NotedNames NamesOf(NotebookContents contents)
    {
        var (symbols, types) = (new List<Symbol>(), new List<KeyValuePair<string, TypedData>>());
        foreach (var (name, meaning) in contents.Names)
        {
            Parameters.TryNumber(meaning.Address, out var address);
            var type = meaning.Type is { } given ? MemoryType.Parse(given) : null;
            // With a size, so that the bytes after the number don't get its name.
            symbols.Add(new Symbol(name, address, Size: (uint)(type?.Width ?? 1)));
            if (type is not null)
                types.Add(KeyValuePair.Create(name, new TypedData(new NumberData(type))));
        }

        return new NotedNames(new SymbolTable(symbols), new DataTypes([], types));
    }
}
