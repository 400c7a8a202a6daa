using static MgbaBridge.NotebookJson;

namespace MgbaBridge;

public sealed partial class Emulator
{
    /// <summary>Returns the notebook of the running game, which the bridge keeps by the CRC-32 of its ROM.</summary>
    public Task<Notebook> GetNotebookAsync(CancellationToken cancellationToken = default) =>
        Transport.SendAsync(Call.Get($"{_path}/notebook"), Default.Notebook, cancellationToken);

    /// <summary>Replaces the notebook.</summary>
    /// <param name="notebook">At most 200 notes, 200 names, and 256 KiB as JSON.</param>
    /// <param name="cancellationToken">Cancels the request.</param>
    public Task<Notebook> ImportNotebookAsync(Notebook notebook, CancellationToken cancellationToken = default) => Transport.SendAsync(
        Call.Of(HttpMethod.Put, $"{_path}/notebook", notebook, Default.Notebook, isRepeatable: true), Default.Notebook, cancellationToken);

    /// <summary>Deletes the notebook.</summary>
    public Task DeleteNotebookAsync(CancellationToken cancellationToken = default) =>
        Transport.SendAsync(new Call(HttpMethod.Delete, $"{_path}/notebook", IsRepeatable: true), cancellationToken);

    /// <summary>Adds a note of 1 to 600 characters of one line.</summary>
    /// <exception cref="ProblemException">For example 409 <c>too-many-notes</c>.</exception>
    public Task<NotebookNote> AddNotebookNoteAsync(string text, CancellationToken cancellationToken = default) => Transport.SendAsync(
        Call.Of(HttpMethod.Post, $"{_path}/notebook/notes", new NewNotebookNoteJson(text), Default.NewNotebookNoteJson),
        Default.NotebookNote, cancellationToken);

    /// <summary>Removes a note.</summary>
    /// <exception cref="ProblemException">For example 404 <c>unknown-note</c>.</exception>
    public Task DeleteNotebookNoteAsync(int id, CancellationToken cancellationToken = default) =>
        Transport.SendAsync(new Call(HttpMethod.Delete, $"{_path}/notebook/notes/{id}"), cancellationToken);

    /// <summary>Gives an address a name.</summary>
    /// <param name="name">A letter or _, then letters, digits and _ . @ # $, at most 64 characters.</param>
    /// <param name="meaning">The address, and what is there.</param>
    /// <param name="cancellationToken">Cancels the request.</param>
    public Task SetNotebookNameAsync(string name, NamedAddress meaning, CancellationToken cancellationToken = default) =>
        Transport.SendAsync(
            Call.Of(HttpMethod.Put, NotebookNamePath(name), meaning, Default.NamedAddress, isRepeatable: true), Default.NamedAddress,
            cancellationToken);

    /// <summary>Forgets a name.</summary>
    /// <exception cref="ProblemException">For example 404 <c>unknown-note</c>.</exception>
    public Task DeleteNotebookNameAsync(string name, CancellationToken cancellationToken = default) =>
        Transport.SendAsync(new Call(HttpMethod.Delete, NotebookNamePath(name)), cancellationToken);

    private string NotebookNamePath(string name) => $"{_path}/notebook/names/{Uri.EscapeDataString(name)}";
}
