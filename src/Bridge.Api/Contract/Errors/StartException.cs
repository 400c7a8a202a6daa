namespace Bridge.Api.Contract.Errors;

/// <summary>Reports in a single sentence why the bridge can't start.</summary>
internal class StartException(string sentence, Exception? cause = null) : Exception(sentence, cause)
{
    /// <summary>Gets whether the reason may pass by itself, even if the cause doesn't show that (<see cref="TemporaryFailure"/>).</summary>
    public bool IsTemporary { get; init; }
}
